// Texts in the language of the page, as in gtpengine/base/text/language.py:
//
//   _("Move {number}", {number: 3})   _n("{count} move", "{count} moves", 3)   _p("a verb", "Play")
//
// The page carries what its scripts say as JSON, in the element "translations".
"use strict";
const Texts = JSON.parse(document.getElementById("translations")?.textContent || "{}");
Texts.language ||= "en";
Texts.rule = new Intl.PluralRules(Texts.language);

function _(message, values = {}, found = Texts.found?.[message]) {
  return (found?.[0] ?? message).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function _n(one, many, count, values = {}) {
  const forms = Texts.found?.[one] || [one, many];
  const form = forms[Math.max(0, Texts.forms?.indexOf(Texts.rule.select(count)) ?? (count === 1 ? 0 : 1))];
  return _(one, {count, ...values}, [form ?? forms[forms.length - 1]]);
}

const _p = (context, message, values = {}) => _(message, values, Texts.found?.[`${context}\u0004${message}`]);

// Parts of a line in a row, without those that are empty.
Texts.list = (parts) => parts.filter((part) => part).join(_p("between parts of a line", ", "));

// The same as a sentence.
Texts.sentence = (parts) => _p("parts of a line as a sentence", "{parts}.", {parts: Texts.list(parts)});

// A text about something that is named first.
Texts.titled = (name, text) => name ? _("{name}: {text}", {name, text}) : text;

// Numbers as the language writes them.
Texts.number = (value, digits = 0) => value.toLocaleString(Texts.language,
  {minimumFractionDigits: digits, maximumFractionDigits: digits});
Texts.percent = (share) => share.toLocaleString(Texts.language, {style: "percent", maximumFractionDigits: 0});
