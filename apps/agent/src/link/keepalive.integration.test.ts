import { createFastClock } from '@gridloom/async/test-clock'
import { startFaultyProxy } from '@gridloom/testkit/faulty-proxy'
import { describe, expect, it, vi } from 'vitest'
import { setupAgent } from '../../test/run-agent.ts'

const times = 20

describe('a connection that falls silent', () => {
  it('is detected, logged and dialled again', async () => {
    await using test = await setupAgent()
    await using proxy = await startFaultyProxy(test.plane.url)
    const first = await test.connect({ clock: createFastClock(times), serverUrl: proxy.url })
    await first.reportsUntil('heartbeat')
    proxy.fallSilent()
    await vi.waitFor(
      () =>
        expect(test.logged).toContainEqual(
          expect.objectContaining({ msg: 'connection lost', reason: 'nothing received for 9 s' }),
        ),
      { timeout: 3_000 },
    )
    proxy.speakAgain()
    const second = await test.plane.nextConnection()
    await second.reportsUntil('hello')
  })

  it('is dialled again when not even the challenge is answered, and the failure is logged', async () => {
    await using test = await setupAgent()
    await using proxy = await startFaultyProxy(test.plane.url)
    const first = await test.connect({ clock: createFastClock(times), serverUrl: proxy.url })
    proxy.fallSilent()
    first.socket.destroy()
    await vi.waitFor(
      () => expect(test.logged).toContainEqual(expect.objectContaining({ msg: 'cannot connect' })),
      { timeout: 5_000 },
    )
    proxy.speakAgain()
    await test.plane.nextConnection()
  })
})
