import { describe, expect, it } from 'vitest'
import { createEventReader, lineBytesMax } from './sse.ts'

describe('the events of a stream', () => {
  it('are told when their line is whole, however it is cut', () => {
    const bytes = bytesOf('data: größe 🙂\n\ndata:x\r\nid: 7\n: a comment\ndata: y\n')
    const reported = ['größe 🙂', 'x', 'y']
    expect(readAll([bytes])).toEqual(reported)
    expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(reported)
  })

  it('are not told where their line never ends', () => {
    expect(readAll([bytesOf('data: x')])).toEqual([])
  })

  it('are told up to a line that is no UTF-8, though both came at once', () => {
    const bytes = Uint8Array.of(...bytesOf('data: kept\ndata: '), 0xff, ...bytesOf('\ndata: z\n'))
    expect(brokenAfter([bytes])).toEqual({
      reported: ['kept'],
      why: expect.stringContaining('UTF-8'),
    })
  })

  it('are told up to a line that is too long, though both came at once', () => {
    const bytes = bytesOf(`data: kept\ndata: ${'x'.repeat(lineBytesMax)}\ndata: z\n`)
    expect(brokenAfter([bytes])).toEqual({
      reported: ['kept'],
      why: expect.stringContaining('1 MiB'),
    })
  })

  it('are given up where a line grows too long', () => {
    const piece = bytesOf('x'.repeat(lineBytesMax / 4))
    const { why } = brokenAfter([bytesOf('data: '), piece, piece, piece, piece])
    expect(why).toContain('1 MiB')
  })
})

function readAll(pieces: readonly Uint8Array[]): string[] {
  const reported: string[] = []
  const reader = createEventReader()
  for (const piece of pieces) reader.push(piece, (data) => data !== '' && reported.push(data))
  return reported
}

function brokenAfter(pieces: readonly Uint8Array[]): { reported: string[]; why: string } {
  const reported: string[] = []
  const reader = createEventReader()
  try {
    for (const piece of pieces) reader.push(piece, (data) => reported.push(data))
  } catch (error) {
    return { reported, why: String(error) }
  }
  return { reported, why: 'nothing' }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
