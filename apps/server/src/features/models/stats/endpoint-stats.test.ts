import { createTestClock } from '@gridloom/async/test-clock'
import { AccountId, ModelEndpointId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { aContext } from '../../../../test/context.ts'
import { createEndpointStats } from './endpoint-stats.ts'

const id = ModelEndpointId.parse('mep_00000000000000000000000001')

it('has no speed before anything was measured', async () => {
  await using site = setup()
  expect(site.metrics.speedOf(id)).toEqual({ firstTokenMs: null, tokensPerS: null, uptime: null })
})

it('reports the median of the measurements, and the share of successful calls', async () => {
  await using site = setup()
  for (const firstTokenMs of [10, 200, 9_000])
    site.metrics.record(id, { firstTokenMs, tokensPerS: null })
  site.metrics.record(id, null)
  const { firstTokenMs, tokensPerS, uptime } = site.metrics.speedOf(id)
  expect(Math.abs((firstTokenMs ?? 0) / 200 - 1)).toBeLessThan(0.05)
  expect({ tokensPerS, uptime }).toEqual({ tokensPerS: null, uptime: 0.75 })
})

it('is computed at most once a second, as routing reads it for every answer', async () => {
  await using site = setup()
  site.metrics.record(id, null)
  expect(site.metrics.speedOf(id).uptime).toBe(0)
  site.metrics.record(id, { firstTokenMs: 10, tokensPerS: 10 })
  await site.clock.advance(999)
  expect(site.metrics.speedOf(id).uptime).toBe(0)
  await site.clock.advance(1)
  expect(site.metrics.speedOf(id).uptime).toBe(0.5)
})

it('leaves out calls older than half an hour, written or not', async () => {
  await using site = setup()
  site.metrics.record(id, null)
  await site.metrics.flush()
  await site.clock.jump(31 * 60_000)
  expect(site.metrics.speedOf(id).uptime).toBeNull()
})

it('counts each call once, as written or as not yet written', async () => {
  await using site = setup()
  site.metrics.record(id, { firstTokenMs: 10, tokensPerS: 10 })
  const unwritten = () => site.metrics.unwritten(id, site.clock.now()).m30
  expect(unwritten()).toEqual({ answered: 1, failed: 0 })
  const flushing = site.metrics.flush()
  site.metrics.record(id, null)
  await flushing
  expect(unwritten()).toEqual({ answered: 0, failed: 1 })
  await site.clock.advance(1_000)
  expect(site.metrics.speedOf(id).uptime).toBe(0.5)
})

/** A database that accepts every write and returns no rows. */
function setup() {
  const clock = createTestClock()
  const { db, log } = aContext(
    AccountId.parse('acc_00000000000000000000000001'),
    new AbortController().signal,
  )
  const metrics = createEndpointStats({ db, clock, log })
  return { metrics, clock, [Symbol.asyncDispose]: () => metrics[Symbol.asyncDispose]() }
}
