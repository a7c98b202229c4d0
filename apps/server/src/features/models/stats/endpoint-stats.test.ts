import { createTestClock } from '@gridloom/async/test-clock'
import { AccountId, ModelEndpointId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { aContext } from '../../../../test/context.ts'
import { createEndpointStats } from './endpoint-stats.ts'

const id = ModelEndpointId.parse('mep_00000000000000000000000001')

it('knows nothing of what was never measured', async () => {
  await using site = setup()
  expect(site.metrics.speedOf(id)).toEqual({ firstTokenMs: null, tokensPerS: null, uptime: null })
})

it('weighs by the middle of what was measured, and by how often it failed', async () => {
  await using site = setup()
  for (const firstTokenMs of [10, 200, 9_000])
    site.metrics.record(id, { firstTokenMs, tokensPerS: null })
  site.metrics.record(id, null)
  const { firstTokenMs, tokensPerS, uptime } = site.metrics.speedOf(id)
  expect(Math.abs((firstTokenMs ?? 0) / 200 - 1)).toBeLessThan(0.05)
  expect({ tokensPerS, uptime }).toEqual({ tokensPerS: null, uptime: 0.75 })
})

it('weighs anew once a second, as routing asks for every answer', async () => {
  await using site = setup()
  site.metrics.record(id, null)
  expect(site.metrics.speedOf(id).uptime).toBe(0)
  site.metrics.record(id, { firstTokenMs: 10, tokensPerS: 10 })
  await site.clock.advance(999)
  expect(site.metrics.speedOf(id).uptime).toBe(0)
  await site.clock.advance(1)
  expect(site.metrics.speedOf(id).uptime).toBe(0.5)
})

it('forgets what is older than half an hour, written or not', async () => {
  await using site = setup()
  site.metrics.record(id, null)
  await site.metrics.flush()
  await site.clock.jump(31 * 60_000)
  expect(site.metrics.speedOf(id).uptime).toBeNull()
})

it('counts what was measured either as written or as not, never twice', async () => {
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

/** On a database that takes everything and finds nothing. */
function setup() {
  const clock = createTestClock()
  const { db, log } = aContext(
    AccountId.parse('acc_00000000000000000000000001'),
    new AbortController().signal,
  )
  const metrics = createEndpointStats({ db, clock, log })
  return { metrics, clock, [Symbol.asyncDispose]: () => metrics[Symbol.asyncDispose]() }
}
