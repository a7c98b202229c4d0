import { expect, it } from 'vitest'
import { type LogPosition, positioned, positionText, readPosition } from './log-position.ts'

const one = '2026-01-01T00:00:00.000000001Z'
const two = '2026-01-01T00:00:00.000000002Z'
const lines = [
  { at: one, text: 'a' },
  { at: two, text: 'b' },
  { at: two, text: 'c' },
  { at: two, text: 'd' },
]

it('gives lines with the same time stamp distinct positions', async () => {
  expect((await read(undefined)).map(({ position }) => positionText(position))).toEqual([
    `${one}/0`,
    `${two}/0`,
    `${two}/1`,
    `${two}/2`,
  ])
})

it.each([
  [{ at: one, earlier: 0 }, 'bcd'],
  [{ at: two, earlier: 0 }, 'cd'],
  [{ at: two, earlier: 1 }, 'd'],
  [{ at: two, earlier: 2 }, ''],
])('resumes after %o without losing or repeating a line', async (after, left) => {
  expect((await read(after)).map(({ line }) => line.text).join('')).toBe(left)
})

it('resumes with the first stored line when the last one read is gone', async () => {
  const gone = { at: '2025-12-31T00:00:00.000000000Z', earlier: 4 }
  expect(await read(gone)).toHaveLength(4)
})

it('parses the position text that it wrote', () => {
  expect(readPosition(positionText({ at: two, earlier: 12 }))).toEqual({ at: two, earlier: 12 })
})

it.each([undefined, '', '7', 'yesterday noon/1', `${one}`, `${one}/-1`, `${one}/0/0`, '/0'])(
  'rejects %o as a position',
  (text) => {
    expect(readPosition(text)).toBeUndefined()
  },
)

async function read(after: LogPosition | undefined) {
  return Array.fromAsync(positioned(streamOf(lines), after))
}

async function* streamOf<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}
