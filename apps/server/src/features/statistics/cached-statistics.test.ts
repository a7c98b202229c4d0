import type { Statistics } from '@gridloom/contract/statistics/statistics'
import { type TurnableClock, turnableClock } from '@gridloom/testkit/turnable-clock'
import { expect, it } from 'vitest'
import { cachedStatistics, statisticsCachedMs } from './cached-statistics.ts'

it('reads once for all callers of half a minute', async () => {
  const { clock, read, reads } = setup()
  await Promise.all([read({ clock }), read({ clock })])
  clock.turn(statisticsCachedMs - 1_000)
  expect((await read({ clock })).machines_online).toBe(1)
  expect(reads()).toBe(1)
  clock.turn(1_000)
  expect((await read({ clock })).machines_online).toBe(2)
})

it('reads again after a failure', async () => {
  const { clock, read } = setup({ failures: 1 })
  await expect(read({ clock })).rejects.toThrow('the database is away')
  expect((await read({ clock })).machines_online).toBe(2)
})

function setup({ failures = 0 } = {}) {
  const clock = turnableClock()
  let reads = 0
  const nothing = { now: null, days: [] }
  const read = cachedStatistics(async (ctx: { clock: TurnableClock }): Promise<Statistics> => {
    reads += 1
    if (reads <= failures) throw new TypeError('the database is away')
    return {
      at: ctx.clock.now().toISOString(),
      machines_online: reads,
      prices: { gpu: nothing, cpu: nothing },
      frames_today: 0,
      answers_today: 0,
    }
  })
  return { clock, read, reads: () => reads }
}
