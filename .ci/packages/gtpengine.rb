# The Homebrew formula, for a tap: brew install OWNER/tap/gtpengine
# .ci/fill-packages writes account, version and checksum into a copy.
class Gtpengine < Formula
  include Language::Python::Virtualenv

  desc "Go (baduk, weiqi) engine for the CPU that speaks GTP"
  homepage "https://github.com/OWNER/gtpengine"
  url "https://github.com/OWNER/gtpengine/releases/download/v0.17.0/gtpengine-0.17.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "numpy"
  depends_on "python@3.13"

  resource "sgfmill" do
    url "https://files.pythonhosted.org/packages/source/s/sgfmill/sgfmill-1.1.1.tar.gz"
    sha256 "1f44fa6b613acfae23cf7f69985a4a911fc06f772f6c63c0bbfc89044d88f41d"
  end

  def install
    virtualenv_install_with_resources
  end

  test do
    answers = pipe_output(bin/"gtpengine --simulations 50", "boardsize 5\n7 genmove b\nquit\n", 0)
    assert_match(/^=7 [A-HJ][1-5]$/, answers)
  end
end
