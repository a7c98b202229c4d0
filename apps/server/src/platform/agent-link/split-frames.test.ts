import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitFrames } from './split-frames.ts'

const frame = fc.record({
  stream: fc.constantFrom('stdout' as const, 'stderr' as const),
  bytes: fc.uint8Array({ maxLength: 300 }),
})

it('delivers each byte to its output in order, however the pieces are cut', () => {
  fc.assert(
    fc.property(fc.array(frame), fc.array(fc.integer({ min: 1, max: 40 })), (frames, cuts) => {
      const got = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
      const take = splitFrames({
        stdout: (part) => got.stdout.push(part),
        stderr: (part) => got.stderr.push(part),
      })
      for (const piece of cutInto(Buffer.concat(frames.map(encoded)), cuts)) take(piece)
      for (const name of ['stdout', 'stderr'] as const) {
        const sent = frames.filter(({ stream }) => stream === name).map(({ bytes }) => bytes)
        expect(Buffer.concat(got[name])).toEqual(Buffer.concat(sent))
      }
    }),
  )
})

function encoded({ stream, bytes }: { stream: 'stdout' | 'stderr'; bytes: Uint8Array }): Buffer {
  const header = Buffer.from([stream === 'stdout' ? 1 : 2, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}

function* cutInto(all: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let at = 0
  for (const cut of cuts) {
    yield all.subarray(at, at + cut)
    at += cut
  }
  yield all.subarray(at)
}
