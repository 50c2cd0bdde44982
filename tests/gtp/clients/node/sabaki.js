// Drives the engine with Sabaki's own client library, with its board as the judge of legality.
// Usage: node sabaki.js PROGRAM ARGUMENT...; run by tests/gtp/clients/test_sabaki.py. Exit status 0 is success.

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')
const Board = require('@sabaki/go-board')

const [program, ...args] = process.argv.slice(2)
const SIGNS = {B: 1, W: -1}

function start(...more) {
  const controller = new Controller(program, [...args, ...more])
  controller.start()
  return controller
}

async function ask(controller, name, ...words) {
  const response = await controller.sendCommand({name, args: words.map(String)})
  assert(!response.error, `${name} ${words.join(' ')}: ${response.content}`)
  return response.content
}

async function stones(controller, color) {
  return (await ask(controller, 'list_stones', color)).split(' ').filter(Boolean).sort()
}

function stonesOf(board, sign) {
  const found = []
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) {
      if (board.get([x, y]) === sign) found.push(board.stringifyVertex([x, y]))
    }
  }
  return found.sort()
}

async function sameStones(controller, board) {
  for (const [color, sign] of Object.entries(SIGNS)) {
    assert.deepStrictEqual(await stones(controller, color), stonesOf(board, sign))
  }
}

// Sabaki sends all of these before it reads a reply.
async function pipelinedStart() {
  const controller = start()
  const names = ['name', 'version', 'protocol_version', 'list_commands']
  const replies = await Promise.all([
    ...names.map(name => ask(controller, name)),
    ask(controller, 'time_settings', 0, 5, 1)
  ])
  assert.strictEqual(replies[0], 'gtpengine')
  assert.match(replies[1], /^\d+\.\d+/)
  assert.strictEqual(replies[2], '2')
  const commands = replies[3].split('\n')
  for (const name of ['analyze', 'genmove_analyze', 'undo', 'set_free_handicap']) {
    assert(commands.includes(name), `${name} is not listed`)
  }
  await controller.stop()
  assert.strictEqual(controller.process, null)
}

// As Sabaki reads them: pv up to the end of the block, floats by their point.
function checkInfo(line, board) {
  const blocks = line.split(/\s*info\s+/).slice(1)
  assert(blocks.length > 0, line)
  for (const block of blocks) {
    const pv = block.match(/(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*\s*$/)
    assert(pv, block)
    const keys = block.slice(0, pv.index).trim().split(/\s+/).slice(0, -1)
    const values = Object.fromEntries(
      keys.map((key, i) => [key, keys[i + 1]]).filter((_, i) => i % 2 === 0)
    )
    assert(values.winrate.includes('.'))
    assert(Number(values.winrate) >= 0 && Number(values.winrate) <= 1)
    assert.strictEqual(pv[0].split(/\s+/)[0], values.move)
    if (values.move !== 'pass') {
      assert.strictEqual(board.get(board.parseVertex(values.move)), 0)
    }
  }
}

async function game(size) {
  const controller = start('--simulations', '10')
  await ask(controller, 'komi', 7.5)
  await ask(controller, 'boardsize', size)
  let board = Board.fromDimensions(size)
  let passes = 0
  let moves = 0
  let color = 'B'
  for (; passes < 2; moves++) {
    assert(moves < 3 * size * size, 'the game does not end')
    const content = await ask(controller, 'genmove_analyze', color, 50)
    const lines = content.split('\n').map(line => line.trim()).filter(Boolean)
    const move = lines[lines.length - 1].match(/^play (.*)$/)[1]
    lines.slice(0, -1).forEach(line => checkInfo(line, board))
    if (move === 'resign') break
    passes = move === 'pass' ? passes + 1 : 0
    if (move !== 'pass') {
      const vertex = board.parseVertex(move)
      const {pass, overwrite, suicide, ko} = board.analyzeMove(SIGNS[color], vertex)
      assert(!pass && !overwrite && !suicide && !ko, `${color} ${move} is illegal`)
      board = board.makeMove(SIGNS[color], vertex)
    }
    color = color === 'B' ? 'W' : 'B'
  }
  await sameStones(controller, board)
  assert.match(await ask(controller, 'final_score'), /^([BW]\+\d+(\.\d+)?|0)$/)
  await controller.stop()
  return moves
}

async function undoSyncing() {
  const tracker = ControllerStateTracker.fromController(program, args)
  const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
  const history = [
    play('B', 'D4'), play('W', 'Q16'), play('B', 'C3'), play('W', 'pass'), play('B', 'K10')
  ]
  const states = [
    history, history.slice(0, 2), history, history.slice(0, 3).concat(play('W', 'E5')), [],
    history.slice(0, 1),
    [{name: 'set_free_handicap', args: ['D4', 'Q16', 'Q4']}, play('W', 'K10')],
    [play('B', 'D4'), play('B', 'E4'), play('W', 'F6'), play('W', 'G7')]
  ]
  let komi = 0
  for (const wanted of states) {
    komi += 0.5
    await tracker.sync({komi, boardsize: [19, 19], history: wanted})
    let board = Board.fromDimensions(19)
    for (const {name, args: words} of wanted) {
      const moves = name === 'play' ? [words] : words.map(vertex => ['B', vertex])
      for (const [color, vertex] of moves) {
        if (vertex !== 'pass') board = board.makeMove(SIGNS[color], board.parseVertex(vertex))
      }
    }
    await sameStones(tracker.controller, board)
    assert.strictEqual(Number(await ask(tracker.controller, 'get_komi')), komi)
  }
  await tracker.controller.stop()
}

// Sabaki interrupts with protocol_version; anything else must do as well.
async function analysis() {
  const controller = start('--boardsize', '9')
  const board = Board.fromDimensions(9)
  const stoppers = [
    ['protocol_version'], ['name'], ['play', 'B', 'pass'], ['undo'], ['komi', 6.5],
    ['showboard'], ['known_command', 'analyze'], ['clear_board'], ['boardsize', 9]
  ]
  for (const command of ['analyze', 'kata-analyze', 'lz-analyze']) {
    for (const stopper of stoppers) {
      let reported
      const first = new Promise(resolve => (reported = resolve))
      const running = controller.sendCommand({name: command, args: ['B', '10']}, ({line}) => {
        if (line.startsWith('info')) reported(line)
      })
      const line = await first
      if (command !== 'lz-analyze') checkInfo(line, board)
      const begin = Date.now()
      const answer = ask(controller, ...stopper)
      const response = await running
      assert(!response.error)
      assert(Date.now() - begin < 2000, 'the analysis did not stop')
      await answer
    }
  }
  await controller.stop()
}

async function quitWhileThinking() {
  const controller = start('--time-per-move', '60')
  await ask(controller, 'name')
  const thinking = controller.sendCommand({name: 'genmove', args: ['B']})
  await new Promise(resolve => setTimeout(resolve, 600))
  const begin = Date.now()
  await controller.stop()
  assert(Date.now() - begin < 2900, 'the engine had to be killed')
  assert(!(await thinking).error)
}

const tests = {
  pipelinedStart,
  game9: () => game(9),
  game13: () => game(13),
  undoSyncing,
  analysis,
  quitWhileThinking
}

async function main() {
  for (const [name, test] of Object.entries(tests)) {
    const result = await test()
    console.log(`ok ${name}${result === undefined ? '' : ` ${result}`}`)
  }
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
