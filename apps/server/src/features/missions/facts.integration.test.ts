import type { AccountId } from '@gridloom/contract/core/ids'
import type { MissionStep } from '@gridloom/contract/missions/step'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, usd, withMissions } from '../../../test/missions.ts'
import { bookCommissions } from '../affiliate/commissions/book-commissions.ts'
import { measureSteps } from './facts/measure-steps.ts'

describe('facts', () => {
  it('of renting count paid time, instances and money within the period alone', async () => {
    await using fixture = await setup()
    const { id } = await fixture.renter()
    const other = await fixture.renter()
    await fixture.rent(id)
    await fixture.rent(id, { microUsd: 50 * usd })
    await fixture.rent(other.id)
    const now = await fixture.measure(id, ['rented_hours', 'instances_rented', 'spend'])
    expect(now).toEqual([4, 2, 150 * usd])
    await fixture.clock.jump(2 * dayMs)
    const later = await fixture.measure(id, ['rented_hours', 'instances_rented', 'spend'])
    expect(later).toEqual([0, 0, 0])
  })

  it('of hosting count days with paid earnings, while the trust score is high enough', async () => {
    await using fixture = await setup()
    const { id } = await fixture.renter()
    await fixture.rent(id)
    await fixture.rent(id)
    await fixture.clock.jump(dayMs)
    await fixture.rent(id)
    const period = { hours: 48 }
    const facts = ['hosting_earnings', 'hosting_days'] as const
    // No machine has a score yet: a step that asks for one is not met.
    expect(await fixture.measure(fixture.provider.id, facts, period)).toEqual([270 * usd, 0])
    await fixture.scored(80)
    expect(await fixture.measure(fixture.provider.id, facts, { ...period, parameter: 80 })).toEqual(
      [270 * usd, 2],
    )
    expect(await fixture.measure(fixture.provider.id, facts, { ...period, parameter: 81 })).toEqual(
      [270 * usd, 0],
    )
  })

  it('of referrals leave out those under review', async () => {
    await using fixture = await setup()
    const affiliate = await fixture.renter()
    const { code } = await affiliate.client.affiliate.status()
    const guests = [await fixture.renter(), await fixture.renter(), await fixture.renter()]
    for (const { client } of guests) await client.affiliate.refer({ body: { code } })
    const amounts = [30, 10, 100]
    // Of one provider each: referrals that rent of the same one alone are held.
    for (const [n, { id }] of guests.entries()) {
      const provider = await fixture.renter()
      await fixture.rent(id, { microUsd: (amounts[n] ?? 0) * usd, from: provider.id })
    }
    await sql`update affiliate_referrals set state = 'held', held_reason = 'same_party'
      where referred_account_id = ${guests[2]?.id}`.execute(fixture.db)
    await fixture.clock.jump(dayMs)
    await bookCommissions(fixture.system)
    const facts = [
      ...(['referral_sign_ups', 'referrals_activated', 'referral_spend'] as const),
      ...(['referrals_who_spent', 'referral_visitors'] as const),
    ]
    const period = { hours: 48, parameter: 20 * usd }
    expect(await fixture.measure(affiliate.id, facts, period)).toEqual([2, 2, 40 * usd, 1, 0])
  })

  it('of an account count its keys and wallets', async () => {
    await using fixture = await setup()
    const { id } = await fixture.renter()
    await sql`insert into ssh_keys (id, account_id, name, type, bits, fingerprint, public_key, created_at)
      values ('ssh_1', ${id}, 'a', 'ssh-ed25519', 256, 'f', 'k', now())`.execute(fixture.db)
    await sql`insert into wallets (id, account_id, address, label, created_at)
      values ('wlt_1', ${id}, ${`0x${'a'.repeat(40)}`}, 'a', now())`.execute(fixture.db)
    expect(await fixture.measure(id, ['ssh_keys', 'wallets', 'frames_rendered'])).toEqual([1, 1, 0])
  })
})

async function setup() {
  const fixture = await withMissions()
  return {
    ...fixture,
    /** Measures facts in the hours that end now. */
    async measure(
      accountId: AccountId,
      facts: readonly MissionStep['fact'][],
      { hours = 24, parameter = null }: { hours?: number; parameter?: number | null } = {},
    ): Promise<number[]> {
      const to = new Date(fixture.clock.now().getTime() + hourMs)
      const from = new Date(to.getTime() - hours * hourMs)
      const steps = facts.map((fact) => ({ fact, at_least: 1, parameter }))
      const measured = await measureSteps(fixture.db, { accountId, from, to }, steps)
      return measured.map(({ value }) => value)
    },
    /** Gives the provider a listed machine with a trust score. */
    async scored(score: number): Promise<void> {
      const id = fixture.system.ids.mint('machine')
      await sql`insert into machines (id, account_id, name, status, listed, gpu_slot_micro_usd_per_hour,
          cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
          stopped_disk_gb_micro_usd_per_hour, enrolled_at, agent_protocol, disk_offered_gb)
        values (${id}, ${fixture.provider.id}, 'one', 'online', true, 1, 1, 1, 1, 1, now(), 1, 100)`.execute(
        fixture.db,
      )
      await sql`insert into reputation_machines (machine_id, last_hash, anchor_hash, score)
        values (${id}, '', '', ${score})`.execute(fixture.db)
    },
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}
