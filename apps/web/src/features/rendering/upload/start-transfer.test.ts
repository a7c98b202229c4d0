import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeTus, type TusFate } from '../../../testing/fake-tus.ts'
import { startTransfer } from './start-transfer.ts'
import type { LineState } from './upload-state.ts'

describe('sending bytes', () => {
  it('doubles the delay after each break, up to 15 seconds', async () => {
    const { delays, wake, sent } = setup(Array(6).fill('line breaks'))
    for (let breaks = 1; breaks <= 6; breaks += 1) {
      await waitFor(() => expect(delays).toHaveLength(breaks))
      wake()
    }
    await sent.done
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('resumes at once when the browser is back online', async () => {
    const { delays, lines, sent } = setup(['line breaks'])
    await waitFor(() => expect(delays).toHaveLength(1))
    dispatchEvent(new Event('online'))
    await sent.done
    expect(lines).toEqual(['open', 'waiting', 'open'])
  })

  it('retries a malformed error, which a proxy may have sent', async () => {
    const { delays, wake, sent } = setup([{ status: 502, code: 'upstream_failed' }])
    await waitFor(() => expect(delays).toHaveLength(1))
    wake()
    await expect(sent.done).resolves.toBeUndefined()
  })

  it('renews an expired token three times, then waits before the next attempt', async () => {
    const expired = { status: 403, code: 'token_expired' }
    const { renewals, delays } = setup([expired, expired, expired, expired])
    await waitFor(() => expect(delays).toHaveLength(1))
    expect(renewals()).toBe(3)
  })

  it('rejects when the server rejects the upload', async () => {
    const { sent } = setup([{ status: 404, code: 'not_found' }])
    await expect(sent.done).rejects.toMatchObject({ code: 'not_found' })
  })

  it('sends nothing more once it is stopped', async () => {
    const { delays, network, sent } = setup(['line breaks'])
    await waitFor(() => expect(delays).toHaveLength(1))
    sent.stop()
    dispatchEvent(new Event('online'))
    await Promise.resolve()
    expect(network.requests).toHaveLength(2)
  })
})

function setup(fates: readonly TusFate[]) {
  const network = fakeTus({ size: 10, fates })
  const delays: number[] = []
  const lines: LineState[] = []
  const wakes: (() => void)[] = []
  let renewed = 0
  const sent = startTransfer({
    file: new Blob(['0123456789']),
    apiUrl: 'http://localhost',
    uploadId: 'rup_1',
    token: () => 'token-1',
    renew: async () => {
      renewed += 1
    },
    timers: {
      after(delayMs, wake) {
        delays.push(delayMs)
        wakes.push(wake)
        return () => undefined
      },
    },
    onBytes: () => undefined,
    onLine: (line) => lines.push(line),
  })
  return { network, delays, lines, sent, wake: () => wakes.shift()?.(), renewals: () => renewed }
}
