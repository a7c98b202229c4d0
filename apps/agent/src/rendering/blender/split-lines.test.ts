import { describe, expect, it } from 'vitest'
import { splitLines } from './split-lines.ts'

describe('lines', () => {
  it('are whole, however the text comes', () => {
    expect(linesOf('one\ntw', 'o\r\n', '\nthree\nfo')).toEqual(['one', 'two', '', 'three'])
  })

  it('are cut where they have no end', () => {
    const lines = linesOf(...Array.from({ length: 100 }, () => 'x'.repeat(1_000)), '\nnext\n')
    expect(lines.map((line) => line.length)).toEqual([16_384, 4])
  })
})

function linesOf(...chunks: string[]): string[] {
  const lines: string[] = []
  const take = splitLines((line) => lines.push(line))
  for (const chunk of chunks) take(chunk)
  return lines
}
