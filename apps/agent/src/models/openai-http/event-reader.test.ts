import { describe, expect, it } from 'vitest'
import { createEventReader, eventCharsMax } from './event-reader.ts'

describe('the events of a stream', () => {
  it('are read when they are complete, however the bytes are split', () => {
    const bytes = bytesOf(
      'data: größe 🙂\n\ndata:x\r\nid: 7\n: a comment\ndata: y\n\ndata: z\r\n\r\n',
    )
    const reported = ['größe 🙂', 'x\ny', 'z']
    expect(readAll([bytes])).toEqual(reported)
    expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(reported)
  })

  it('are not read if they never end', () => {
    expect(readAll([bytesOf('data: x\n')])).toEqual([])
  })

  it('are read up to bytes that are not UTF-8, even in the same read', () => {
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

  it('are read up to an event that is too long, even in the same read', () => {
    const bytes = bytesOf(`data: kept\n\ndata: ${'x'.repeat(eventCharsMax)}\ndata: z\n\n`)
    expect(brokenAfter([bytes])).toEqual({
      reported: ['kept'],
      why: expect.stringContaining('1 MiB'),
    })
  })

  it('fail the stream if one grows too long in many short lines', () => {
    const lines = bytesOf(`data: ${'x'.repeat(1_000)}\n`.repeat(64))
    const { why } = brokenAfter(Array.from({ length: 20 }, () => lines))
    expect(why).toContain('1 MiB')
  })

  it('may be separated by any number of comments', () => {
    const comments = bytesOf(': still here\n'.repeat(10_000))
    expect(
      readAll([...Array.from({ length: 20 }, () => comments), bytesOf('data: x\n\n')]),
    ).toEqual(['x'])
  })

  it('can be read without the parser where one begins, and nowhere else', () => {
    const reported: string[] = []
    const reader = createEventReader()
    const own = 'data: own\n\n'
    const skip = (text: string, at: number) => {
      if (!text.startsWith(own, at)) return at
      reported.push('skipped')
      return at + own.length
    }
    const pieces = [`${own}data: x\ndata: own\n\n${own}da`, `ta: cut\n`, `${own}${own}data: y\n\n`]
    for (const piece of pieces) reader.push(bytesOf(piece), (data) => reported.push(data), skip)
    expect(reported).toEqual(['skipped', 'x\nown', 'skipped', 'cut\nown', 'skipped', 'y'])
  })

  it('fail the stream if one grows too long', () => {
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
