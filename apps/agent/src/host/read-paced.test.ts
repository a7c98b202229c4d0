import { PassThrough, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { readPaced } from './read-paced.ts'

describe('the output of a program', () => {
  it('is read completely, without waiting while it is small', async () => {
    const received: string[] = []
    const onSlice = (piece: Buffer) => received.push(piece.toString())
    const pipe = Readable.from([Buffer.from(`one`), Buffer.from(`two`)])
    await readPaced({ pipe, clock: createTestClock(), ended: never(), onSlice })
    expect(received).toEqual(['one', 'two'])
  })

  it.each([
    ['bytes', 64 * 1024, 0, 4_097],
    ['short lines', 4_096, 1_023, 5],
  ])(
    'is throttled when it is a flood of %s, and cut off soon after the program has ended',
    async (_, bytes, items, atOnce) => {
      const clock = createTestClock()
      const pipe = new PassThrough({ highWaterMark: 1 })
      let received = 0
      const ended = new AbortController()
      const onSlice = () => {
        received += 1
        return items
      }
      const hearing = readPaced({ pipe, clock, ended: ended.signal, onSlice })
      const flood = async () => {
        for (let piece = 0; piece < 400; piece += 1) {
          pipe.write(Buffer.alloc(bytes))
          await turn()
        }
      }
      await flood()
      expect(received).toBe(atOnce)
      await clock.advance(1_000)
      await flood()
      expect(received).toBeLessThan(atOnce + 8_200)
      const before = received
      ended.abort()
      await hearing
      expect((received - before) * Math.min(bytes, 4_096)).toBeLessThan(1.1 * 1024 ** 2)
      expect(pipe.destroyed).toBe(true)
    },
  )

  it('is read without an error until the pipe breaks', async () => {
    const pipe = new PassThrough()
    const clock = createTestClock()
    const hearing = readPaced({ pipe, clock, ended: never(), onSlice: () => 0 })
    pipe.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
    await hearing
  })
})

function never(): AbortSignal {
  return new AbortController().signal
}
