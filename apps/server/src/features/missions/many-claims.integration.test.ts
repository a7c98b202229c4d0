import type { AccountId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { usd, withMissions } from '../../../test/missions.ts'
import { refusalOf } from '../../../test/people.ts'

it('1,000 parallel claims of 40 accounts pay 30 rewards, none twice and none above the budget', async () => {
  await using fixture = await withMissions()
  const ids: AccountId[] = []
  for (let n = 0; n < 40; n += 1) ids.push((await fixture.renter()).id)
  await fixture.publish({ claims_max: 30 })
  for (const id of ids) await fixture.rent(id)
  const claims = Array.from({ length: 25 }, () => ids).flat()
  const codes = await Promise.all(
    claims.map(async (id) => (await refusalOf(fixture.claim(id))).code),
  )
  expect(codes.filter((code) => code === 'good')).toHaveLength(30)
  const refused = new Set(codes.filter((code) => code !== 'good'))
  expect(['mission_claimed', 'mission_none', 'mission_used_up']).toEqual(
    expect.arrayContaining([...refused]),
  )
  expect(await fixture.money()).toEqual({ rewards: 150 * usd, budget: 0 })
}, 120_000)
