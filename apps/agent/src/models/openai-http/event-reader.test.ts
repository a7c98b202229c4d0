import { describe, expect, it } from 'vitest'
import { createEventReader, eventCharsMax } from './event-reader.ts'

describe('the events of a stream', () => {
  it('are given when they are whole, however they are cut', () => {
    const bytes = bytesOf(
      'data: größe 🙂\n\ndata:x\r\nid: 7\n: a comment\ndata: y\n\ndata: z\r\n\r\n',
    )
    const reported = ['größe 🙂', 'x\ny', 'z']
    expect(readAll([bytes])).toEqual(reported)
    expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(reported)
  })

  it('are not given where they never end', () => {
    expect(readAll([bytesOf('data: x\n')])).toEqual([])
  })

  it('are given up to bytes that are not UTF-8, though both came at once', () => {
    const bytes = Uint8Array.of(
      ...bytesOf('data: kept\n\ndata: '),
      0xff,
      ...bytesOf('\n\ndata: z\n\n'),
    )
    expect(brokenAfter([bytes])).toEqual({
      reported: ['kept'],
      why: expect.stringContaining('UTF-8'),
    })
  })

  it('are given up to an event that is too long, though both came at once', () => {
    const bytes = bytesOf(`data: kept\n\ndata: ${'x'.repeat(eventCharsMax)}\ndata: z\n\n`)
    expect(brokenAfter([bytes])).toEqual({
      reported: ['kept'],
      why: expect.stringContaining('1 MiB'),
    })
  })

  it('are given up where one grows too long by many short lines', () => {
    const lines = bytesOf(`data: ${'x'.repeat(1_000)}\n`.repeat(64))
    const { why } = brokenAfter(Array.from({ length: 20 }, () => lines))
    expect(why).toContain('1 MiB')
  })

  it('may be kept apart by comments for as long as it takes', () => {
    const comments = bytesOf(': still here\n'.repeat(10_000))
    expect(
      readAll([...Array.from({ length: 20 }, () => comments), bytesOf('data: x\n\n')]),
    ).toEqual(['x'])
  })

  it('are given up where one grows too long', () => {
    const piece = bytesOf('x'.repeat(eventCharsMax / 4))
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
