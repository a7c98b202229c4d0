import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Frame, lineCharsMax, linesOf, readLogFrames } from './log-frames.ts'

describe('readFrames', () => {
  it('yields every frame complete, however the bytes are split', async () => {
    const frame = fc.record({
      stream: fc.constantFrom('stdout' as const, 'stderr' as const),
      bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(frame), fc.integer({ min: 1, max: 30 }), async (frames, cut) => {
        const read = await Array.fromAsync(readLogFrames(cutUp(frames, cut)))
        expect(read).toEqual(frames)
      }),
    )
  })

  it('rejects a malformed header instead of waiting for gigabytes', async () => {
    const header = Buffer.from([1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])
    const reading = Array.fromAsync(readLogFrames(one(header)))
    await expect(reading).rejects.toThrow('a frame of 4294967295 bytes')
  })
})

describe('linesOf', () => {
  it('keeps all nanoseconds of the timestamp and leaves the text unchanged', () => {
    const frame = aFrame('2026-11-21T03:02:27.123456789Z  two spaces: kept\n')
    expect(linesOf(frame, '')).toEqual([
      { at: '2026-11-21T03:02:27.123456789Z', stream: 'stdout', text: ' two spaces: kept' },
    ])
  })

  it('gives a line without a timestamp the one before it', () => {
    const lines = linesOf(aFrame('2026-11-21T03:02:27Z first\nsecond\n'), '')
    expect(lines.map(({ at, text }) => [at, text])).toEqual([
      ['2026-11-21T03:02:27Z', 'first'],
      ['2026-11-21T03:02:27Z', 'second'],
    ])
  })

  it('returns an empty line as one', () => {
    const [line] = linesOf(aFrame('2026-11-21T03:02:27Z \n'), '')
    expect(line?.text).toBe('')
  })

  it('drops the carriage return at the end of a line', () => {
    expect(linesOf(aFrame('2026-11-21T03:02:27Z done\r\n'), '')[0]?.text).toBe('done')
  })

  it('cuts a line that exceeds the limit', () => {
    const [line] = linesOf(aFrame(`2026-11-21T03:02:27Z ${'x'.repeat(lineCharsMax + 10)}\n`), '')
    expect(line?.text).toHaveLength(lineCharsMax)
  })
})

function aFrame(text: string): Frame {
  return { stream: 'stdout', bytes: Buffer.from(text) }
}

async function* one(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes
}

/** The frames as the engine sends them, in chunks of `cut` bytes. */
async function* cutUp(frames: readonly Frame[], cut: number): AsyncIterable<Uint8Array> {
  const whole = Buffer.concat(
    frames.flatMap(({ stream, bytes }) => {
      const header = Buffer.alloc(8)
      header[0] = stream === 'stderr' ? 2 : 1
      header.writeUInt32BE(bytes.length, 4)
      return [header, bytes]
    }),
  )
  for (let at = 0; at < whole.length; at += cut) yield whole.subarray(at, at + cut)
}
