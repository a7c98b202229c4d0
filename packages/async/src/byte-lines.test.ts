import { expect, it } from 'vitest'
import { ByteLines } from './byte-lines.ts'

const bytesMax = 1024 * 1024

it('returns lines once they are complete', () => {
  const lines = setup()
  expect(lines.add(bytes('one')).map(String)).toEqual([])
  expect(lines.add(bytes('\ntwo\n')).map(String)).toEqual(['one', 'two'])
  expect(lines.isCutOff()).toBe(false)
})

it('assembles a line from single bytes', () => {
  const lines = setup()
  const text = Buffer.from(`${'é'.repeat(50_000)}\nnext`)
  const found = [...text].flatMap((byte) => lines.add(Buffer.from([byte])))
  expect(found.map(String)).toEqual(['é'.repeat(50_000)])
  expect(lines.isCutOff()).toBe(true)
})

it('throws for a line over the limit, in one chunk or in several', () => {
  expect(() => setup().add(Buffer.alloc(bytesMax + 1))).toThrow(TypeError)
  const lines = setup()
  lines.add(Buffer.alloc(bytesMax))
  expect(() => lines.add(Buffer.alloc(1))).toThrow('longer than 1048576 bytes')
})

function setup(): ByteLines {
  return new ByteLines({ bytesMax, fail: (problem) => new TypeError(problem) })
}

const bytes = (text: string) => Buffer.from(text)
