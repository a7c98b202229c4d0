import type { AccountId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { dayMs, usd, withMissions } from '../../../test/missions.ts'
import { sumKeptFees } from './index.ts'
import { sumFeeDays } from './sum-fee-days.ts'

it('sums of days and of entries are the same, for payers, providers and both, and each day is summed once', async () => {
  await using fixture = await withMissions()
  const { db, clock, system } = fixture
  const [ada, bob, eve] = [await fixture.renter(), await fixture.renter(), await fixture.renter()]
  const from = new Date('2026-11-21T00:00:00Z')
  const sums = () =>
    Promise.all(
      [[ada.id], [bob.id], [ada.id, bob.id], [eve.id, bob.id], [ada.id, bob.id, eve.id]].map(
        (accountIds: AccountId[]) =>
          sumKeptFees(db, {
            ...{ accountIds, payers: accountIds.slice(1), from },
            to: new Date(clock.now().getTime() + 1),
          }),
      ),
    )
  for (let day = 0; day < 3; day += 1) {
    await fixture.rent(ada.id, { from: bob.id, microUsd: 7 * usd + 2 * day })
    await fixture.rent(bob.id, { from: eve.id, microUsd: 11 * usd })
    await fixture.rent(bob.id)
    await fixture.rent(eve.id, { from: eve.id, microUsd: 3 * usd })
    await clock.jump(dayMs)
  }
  const before = await sums()
  expect(before[0]?.fees).toBe(3 * 700_000)
  await Promise.all([sumFeeDays(system), sumFeeDays(system)])
  expect(await sums()).toEqual(before)
  await fixture.rent(ada.id, { from: bob.id })
  const [after] = await sums()
  expect(after?.fees).toBe(3 * 700_000 + 10 * usd)
  await clock.jump(101 * dayMs)
  await sumFeeDays(system)
  expect((await sums())[0]?.fees).toBe(3 * 700_000 + 10 * usd)
})
