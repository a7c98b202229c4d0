import { expect, it } from 'vitest'
import { z } from 'zod'
import { BadLine, parseLines } from './ndjson.ts'

const lineBytesMax = 1024 * 1024

const Item = z.object({ n: z.int() })
const line = '{"n":1}\n'

it.each([
  ['whole lines', ['{"n":1}\n{"n":2}\n'], [1, 2]],
  ['lines cut anywhere', ['{"n"', ':1}', '\n{"n":2}\n', ''], [1, 2]],
  ['a letter cut in two', [...pieces('{"n":3,"é":1}\n', 1)], [3]],
  ['nothing', [], []],
])('reads %s', async (_name, chunks, numbers) => {
  expect((await parse(chunks)).map((item) => item.n)).toEqual(numbers)
})

it.each([
  ['not JSON', ['nonsense\n']],
  ['of another shape', ['{"n":"one"}\n']],
  ['cut off at the end', ['{"n":1}\n{"n":']],
  ['longer than the limit, in one piece', [`"${'x'.repeat(lineBytesMax)}"\n`]],
  ['nested deeper than any', [`{"n":${'['.repeat(5_000)}${']'.repeat(5_000)}}\n`]],
  ['of more values than any', [`{"n":1,"m":[${'{},'.repeat(50_000)}{}]}\n`]],
  ['longer than the limit', Array.from({ length: 5 }, () => 'x'.repeat(lineBytesMax / 4))],
])('rejects a line that is %s', async (_name, chunks) => {
  await expect(parse(chunks)).rejects.toBeInstanceOf(BadLine)
})

it('yields to the event loop while it reads a flood', async () => {
  const flood = parse([line.repeat(1_000)])
  let turns = 0
  const count = setInterval(() => {
    turns += 1
  }, 0)
  await flood
  clearInterval(count)
  expect(turns).toBeGreaterThan(0)
})

it('reads no more bytes than its reader needs', async () => {
  let asked = 0
  async function* source() {
    for (;;) {
      asked += 1
      yield Buffer.from(line)
    }
  }
  const lines = parseLines(source(), Item, { lineBytesMax })
  await lines.next()
  await lines.next()
  expect(asked).toBe(2)
  await lines.return()
})

function parse(chunks: readonly (string | Buffer)[]) {
  async function* source() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  return Array.fromAsync(parseLines(source(), Item, { lineBytesMax }))
}

function* pieces(text: string, bytes: number): Generator<Buffer> {
  const whole = Buffer.from(text)
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes)
}
