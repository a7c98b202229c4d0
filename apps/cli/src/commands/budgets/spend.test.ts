import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'

const usd = 1_000_000
const report = {
  ...{ from: '2026-11-27', to: '2026-11-28', by: 'key', own: true, total_micro_usd: 40 * usd },
  groups: [
    { id: null, name: '', micro_usd: 30 * usd },
    { id: 'key_1', name: 'farm', micro_usd: 10 * usd },
  ],
  days: [
    { day: '2026-11-27', micro_usd: [0, 0] },
    { day: '2026-11-28', micro_usd: [30 * usd, 10 * usd] },
  ],
}

it('shows spend by group and by day, and leaves out days without', async () => {
  await using world = await aWorld({ answers: { 'budgets.spend': () => report } })
  const { stdout } = await world.run('spend', '--by', 'key', '--from=2026-11-27')
  for (const text of ['$40.00 by you', 'without a key', 'farm']) expect(stdout).toContain(text)
  expect(stdout).toMatch(/2026-11-28 +\$40\.00/)
  expect(stdout).not.toMatch(/2026-11-27 +\$/)
  expect((await world.run('spend', '--from=2026-13-01')).code).toBe(2)
  expect((await world.run('spend', '--by', 'colour')).code).toBe(2)
})
