import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BrokenFrame, encodeFrame, type Frame, type FrameBounds, FrameReader } from './frames.ts'

const bounds = {
  wordBytesMax: 1_000,
  depthMax: 8,
  valuesMax: 100,
  partsMax: 3,
  partsBytesMax: 200_000,
}

describe('frames', () => {
  it('are read as they were written, however their bytes are split', () => {
    const frames = fc.array(
      fc.record({
        word: fc.record({
          text: fc.string({ maxLength: 20 }),
          count: fc.nat(),
        }),
        parts: fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 3 }),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 40 }), (sent, pieceBytes) => {
        const reader = new FrameReader(bounds)
        expect(read(reader, bytesOf(...sent), pieceBytes)).toEqual(sent)
        expect(reader.isWithin).toBe(false)
      }),
    )
  })

  it('may have large parts, empty parts, or none', () => {
    const part = Uint8Array.from({ length: 150_000 }, (_, at) => at % 251)
    const sent: Frame[] = [
      { word: null, parts: [part, new Uint8Array()] },
      { word: '', parts: [] },
    ]
    expect(read(new FrameReader(bounds), bytesOf(...sent), 4_096)).toEqual(sent)
  })

  it('that are incomplete are detected', () => {
    const reader = new FrameReader(bounds)
    expect(read(reader, bytesOf({ word: 'cut off', parts: [] }).subarray(0, -1))).toEqual([])
    expect(reader.isWithin).toBe(true)
  })

  it.each<[string, Uint8Array]>([
    ['its JSON larger', numbers(1_001, 0)],
    ['more parts', numbers(2, 4)],
    ['4 billion parts', numbers(2, 0xffff_ffff)],
    ['its parts together larger', numbers(2, 2, 100_001, 100_000)],
    ['4 GiB', numbers(0xffff_ffff, 0)],
    ['text in place of lengths', Buffer.from(`{"kind":"text"}\n`)],
  ])('are rejected by their first bytes with %s than allowed', (_, bytes) => {
    expect(() => read(new FrameReader(bounds), bytes)).toThrow(BrokenFrame)
  })

  it.each([
    ['no JSON', '{"kind":'],
    ['nothing', ''],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['lists in lists without end', '['.repeat(500)],
    ['more values', `[${'1,'.repeat(101)}1]`],
  ])('are rejected if they contain %s', (_, json) => {
    const bytes = Buffer.concat([numbers(Buffer.byteLength(json), 0), Buffer.from(json)])
    expect(() => read(new FrameReader(bounds), bytes)).toThrow(BrokenFrame)
  })

  it('allocate no memory for an announced size', () => {
    const roomy: FrameBounds = { ...bounds, partsBytesMax: 4e9 }
    const before = process.memoryUsage().arrayBuffers
    const readers = Array.from({ length: 50 }, () => new FrameReader(roomy))
    for (const reader of readers) read(reader, numbers(1, 1, 1_000_000_000))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
    expect(readers.every(({ isWithin }) => isWithin)).toBe(true)
  })
})

function read(reader: FrameReader, bytes: Uint8Array, pieceBytes = bytes.length || 1): Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    frames.push(...reader.push(bytes.subarray(at, at + pieceBytes)))
  return frames.map(({ word, parts }) => ({
    word,
    parts: parts.map((part) => Uint8Array.from(part)),
  }))
}

function bytesOf(...frames: Frame[]): Buffer {
  return Buffer.concat(frames.flatMap(encodeFrame))
}

function numbers(...all: number[]): Buffer {
  const bytes = Buffer.alloc(4 * all.length)
  for (const [at, number] of all.entries()) bytes.writeUInt32LE(number, at * 4)
  return bytes
}
