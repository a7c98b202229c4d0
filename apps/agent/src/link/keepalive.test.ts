import { PassThrough } from 'node:stream'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { pingEveryMs, watchLife } from './keepalive.ts'

type Pong = (error: Error | null, durationMs: number, payload: Buffer) => void

describe('the keepalive of a connection', () => {
  it('keeps the connection while pings are answered', async () => {
    const test = setup({ answers: 'always' })
    await test.clock.advance(10 * 60_000)
    expect(test.destroyedWith()).toBeUndefined()
  })

  it('ends the connection within 15 s of silence', async () => {
    const test = setup({ answers: 'never' })
    await test.clock.advance(15_000)
    expect(test.destroyedWith()).toMatchObject({ message: 'nothing received for 9 s' })
  })

  it('keeps a connection without pongs while other bytes arrive', async () => {
    const test = setup({ answers: 'never' })
    for (let turn = 0; turn < 20; turn += 1) {
      test.receive()
      await test.clock.advance(pingEveryMs)
    }
    expect(test.destroyedWith()).toBeUndefined()
  })

  it('does nothing after it is stopped', async () => {
    const test = setup({ answers: 'never' })
    test.unwatch()
    await test.clock.advance(60_000)
    expect(test.destroyedWith()).toBeUndefined()
  })
})

function setup({ answers }: { answers: 'always' | 'never' }) {
  const clock = createTestClock()
  const socket = Object.assign(new PassThrough(), { bytesRead: 0 })
  let cause: unknown
  const session = {
    destroyed: false,
    destroy: (error?: unknown) => {
      cause = error
    },
    ping: (payloadOrPong: unknown) => {
      if (answers === 'always' && typeof payloadOrPong === 'function') {
        asPong(payloadOrPong)(null, 1, Buffer.alloc(8))
      }
      return true
    },
  }
  const unwatch = watchLife({ session, socket, clock })
  return {
    clock,
    unwatch,
    destroyedWith: () => cause,
    receive: () => {
      socket.bytesRead += 100
    },
  }
}

/** Named cast: the only function that a session's ping takes is its callback. */
function asPong(callback: unknown): Pong {
  return callback as Pong
}
