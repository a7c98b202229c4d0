import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FrameEvents, opcodes, readFrames } from './read-frames.ts'

const whole = 0x80
const textBytes = (text: string) => Buffer.from(text)

describe('frames of a server', () => {
  it('are read the same in whatever pieces they come', () => {
    const message = fc.record({
      kind: fc.constantFrom('binary' as const, 'text' as const, 'ping' as const),
      bytes: fc.integer({ min: 0, max: 300 }),
    })
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 40 })), (all, cuts) => {
        const sent = Buffer.concat(
          all.map(({ kind, bytes }) => {
            const payload = Buffer.alloc(kind === 'ping' ? Math.min(bytes, 125) : bytes, 'x')
            return frame(whole | opcodes[kind], payload)
          }),
        )
        const { events, seen } = record()
        const read = readFrames(events)
        let at = 0
        for (const cut of [...cuts, sent.length]) {
          read(sent.subarray(at, at + cut))
          at += cut
        }
        expect(seen.bytes).toBe(sum(all.filter(({ kind }) => kind === 'binary')))
        expect(seen.texts.map((text) => text.length)).toEqual(
          all.filter(({ kind }) => kind === 'text').map(({ bytes }) => bytes),
        )
        expect(seen.pings).toBe(all.filter(({ kind }) => kind === 'ping').length)
      }),
    )
  })

  it('pass large messages on before they are whole, without copies', () => {
    const parts: Buffer[] = []
    const read = readFrames({ ...record().events, bytes: (part) => void parts.push(part) })
    const begun = frame(whole | opcodes.binary, Buffer.alloc(70_000)).subarray(0, 1_000)
    read(begun)
    expect(parts.map(({ length }) => length)).toEqual([990])
    expect(parts[0]?.buffer).toBe(begun.buffer)
  })

  it('may belong to one message, with control frames between', () => {
    const { events, seen } = record()
    const read = readFrames(events)
    read(frame(opcodes.text, textBytes('he')))
    read(frame(whole | opcodes.ping, textBytes('?')))
    read(frame(whole | opcodes.more, textBytes('llo')))
    read(frame(whole | opcodes.close, Buffer.from([0x03, 0xf3, ...textBytes('gone')])))
    expect(seen).toMatchObject({ texts: ['hello'], pings: 1, closed: [1011, 'gone'] })
  })

  it.each([
    ['a mask', [whole | opcodes.binary, 0x80, 1, 2, 3, 4]],
    ['an extension', [whole | 0x40 | opcodes.binary, 0]],
    ['an unknown kind', [whole | 3, 0]],
    ['a control frame in parts', [opcodes.ping, 0]],
    ['a long control frame', [whole | opcodes.ping, 126, 0, 126]],
    ['a continuation of nothing', [whole | opcodes.more, 0]],
    ['a message within another', [opcodes.text, 0, whole | opcodes.binary, 0]],
    ['a frame without an end', [whole | opcodes.binary, 127, 0xff, 0, 0, 0, 0, 0, 0, 0]],
    ['a text without an end', [whole | opcodes.text, 127, 0, 0, 0, 0, 0, 0x10, 0, 1]],
    ['half a close code', [whole | opcodes.close, 1, 0]],
  ])('are refused for %s', (_, bytes) => {
    const read = readFrames(record().events)
    expect(() => read(Buffer.from(bytes))).toThrow()
  })
})

function record() {
  const seen = { bytes: 0, texts: [] as string[], pings: 0, closed: undefined as unknown }
  const events: FrameEvents = {
    bytes: (part) => {
      seen.bytes += part.length
    },
    text: (text) => void seen.texts.push(text),
    ping: () => {
      seen.pings += 1
    },
    closed: (...end) => {
      seen.closed = end
    },
  }
  return { events, seen }
}

function sum(all: readonly { bytes: number }[]): number {
  return all.reduce((total, { bytes }) => total + bytes, 0)
}

/** A frame as servers send it. */
function frame(first: number, payload: Buffer): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload])
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(BigInt(length))
  const isLong = length >= 65_536
  const header = [first, isLong ? 127 : 126, ...long.subarray(isLong ? 0 : 6)]
  return Buffer.concat([Buffer.from(header), payload])
}
