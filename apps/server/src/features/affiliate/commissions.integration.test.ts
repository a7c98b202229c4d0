import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { giveCredit } from '../../../test/credit.ts'
import { type PeopleFixture, type Someone, withPeople } from '../../../test/people.ts'
import {
  captureUsage,
  chargeStorage,
  checkLedger,
  oweServiceCredit,
  placeHold,
} from '../ledger/index.ts'
import { claimRewards } from '../rewards/claim-rewards.ts'
import { bookCommissions } from './commissions/book-commissions.ts'
import { decideOnReferral, listForReview } from './referrals/review-referrals.ts'
import { readAffiliate } from './stats/affiliate-status.ts'
import { listCommissionPayouts } from './stats/list-payouts.ts'

const dayMs = 86_400_000
const usd = 1_000_000

describe('commission', () => {
  it('is a share of the fees of paid money, pending for its holding time, and then a reward, once', async () => {
    await using fixture = await setup()
    await fixture.rent({ microUsd: 100 * usd })
    await fixture.nextDay()
    expect(await fixture.status()).toMatchObject({
      totals: { activated: 1, spent_micro_usd: 100 * usd, commission_micro_usd: 2 * usd },
      ...{ pending_micro_usd: 2 * usd, claimable_micro_usd: 0 },
    })
    await fixture.nextDay(30)
    expect(await fixture.status()).toMatchObject({
      ...{ pending_micro_usd: 0, claimable_micro_usd: 2 * usd, claimed_micro_usd: 0 },
    })
    await Promise.all([0, 1, 2].map(() => bookCommissions(fixture.system)))
    await fixture.nextDay()
    await fixture.claim()
    expect(await fixture.status()).toMatchObject({
      ...{ pending_micro_usd: 0, claimable_micro_usd: 0, claimed_micro_usd: 2 * usd },
    })
    expect(await fixture.payouts()).toMatchObject({
      payouts: [{ micro_usd: 2 * usd, claimed_at: expect.any(String) }],
      total: 1,
    })
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('leaves out welcome credit, and what the affiliate itself earns', async () => {
    await using fixture = await setup()
    await fixture.operator.operator.writeSettings({ body: { starting_credit_micro_usd: 50 * usd } })
    const guest = await fixture.referred()
    await fixture.rent({ microUsd: 50 * usd, renter: guest })
    await fixture.rent({ microUsd: 40 * usd, provider: fixture.affiliate.id })
    await fixture.nextDay()
    expect((await fixture.status()).totals).toMatchObject({ activated: 0, commission_micro_usd: 0 })
    await fixture.storage(10 * usd)
    await fixture.nextDay()
    expect((await fixture.status()).totals).toMatchObject({
      ...{ activated: 1, spent_micro_usd: 10 * usd, commission_micro_usd: usd / 2 },
    })
  })

  it('is taken back with credits before it is paid', async () => {
    await using fixture = await setup()
    const rental = await fixture.rent({ microUsd: 100 * usd })
    await fixture.nextDay(5)
    await fixture.credit(rental, 40 * usd)
    await fixture.nextDay(31)
    expect(await fixture.status()).toMatchObject({
      ...{ pending_micro_usd: 0, claimable_micro_usd: 1_200_000 },
    })
    const { rows } = await sql<{ ok: boolean }>`
      select sum(micro_usd) * 10000 <= sum(fee_micro_usd * basis_points) as ok
      from affiliate_commissions`.execute(fixture.db)
    expect(rows).toEqual([{ ok: true }])
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('ends twelve months after the sign-up, for credits only after their holding time', async () => {
    await using fixture = await setup()
    await fixture.nextDay(364)
    await fixture.rent({ microUsd: 10 * usd })
    await fixture.nextDay(1)
    await fixture.rent({ microUsd: 1_000 * usd })
    await fixture.nextDay(1)
    expect((await fixture.status()).totals.commission_micro_usd).toBe(usd / 5)
  })

  it('of a referral under review is not paid, and of a rejected one never', async () => {
    await using fixture = await setup()
    await fixture.rent({ microUsd: 100 * usd })
    await fixture.nextDay()
    await sql`update affiliate_referrals set state = 'held', held_reason = 'same_party'`.execute(
      fixture.db,
    )
    await fixture.nextDay(40)
    expect(await fixture.status()).toMatchObject({
      ...{ pending_micro_usd: 2 * usd, claimable_micro_usd: 0 },
    })
    await fixture.reject()
    await fixture.nextDay(40)
    expect(await fixture.status()).toMatchObject({
      ...{ pending_micro_usd: 0, claimable_micro_usd: 0 },
    })
  })

  it('is paid to a company that referred them, too', async () => {
    await using fixture = await setup({ as: 'company' })
    await fixture.rent({ microUsd: 100 * usd })
    await fixture.nextDay(32)
    expect(await fixture.status()).toMatchObject({ claimable_micro_usd: 2 * usd })
    await fixture.claim()
    expect(await fixture.status()).toMatchObject({ claimable_micro_usd: 0 })
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('of a second level is a share of the first one, only while the operator has one', async () => {
    await using fixture = await setup()
    await fixture.rent({ microUsd: 100 * usd, renter: await fixture.funded(await fixture.below()) })
    await fixture.nextDay()
    expect((await fixture.status()).totals.commission_micro_usd).toBe(0)
    await sql`update affiliate_terms set second_level_basis_points = 2500`.execute(fixture.db)
    const third = await fixture.below()
    await fixture.funded(third)
    await fixture.rent({ microUsd: 100 * usd, renter: third })
    // Of machines of the affiliate above, no level earns anything for it.
    await fixture.rent({ microUsd: 40 * usd, renter: third, provider: fixture.affiliate.id })
    await Promise.all([0, 1].map(() => fixture.nextDay()))
    expect((await fixture.status()).totals).toMatchObject({
      ...{ commission_micro_usd: usd / 2, spent_micro_usd: 0, activated: 0 },
    })
    await sql`update affiliate_referrals set state = 'held', held_reason = 'ring'
      where referred_account_id = ${third}`.execute(fixture.db)
    await fixture.nextDay(32)
    expect(await fixture.status()).toMatchObject({ claimable_micro_usd: 0 })
    await sql`update affiliate_referrals set state = 'active' where referred_account_id = ${third}`.execute(
      fixture.db,
    )
    await sql`update affiliate_terms set minimum_micro_usd = 0`.execute(fixture.db)
    await fixture.nextDay()
    expect(await fixture.status()).toMatchObject({ claimable_micro_usd: usd / 2 })
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('is booked in full by the run after one that was killed, and told once', async () => {
    await using fixture = await setup()
    await fixture.affiliate.client.webhooks.create({
      body: {
        url: 'https://example.com/?m={commission_micro_usd}',
        events: ['affiliate.activated', 'affiliate.commission_booked'],
      },
    })
    await fixture.rent({ microUsd: 100 * usd })
    await fixture.clock.jump(dayMs)
    let transactions = 0
    const killed = {
      ...fixture.system,
      transact: ((work) => {
        transactions += 1
        if (transactions > 1) throw new Error('killed')
        return fixture.system.transact(work)
      }) as typeof fixture.system.transact,
    }
    await fixture.referred()
    await expect(bookCommissions(killed)).rejects.toThrow('killed')
    await bookCommissions(fixture.system)
    expect((await fixture.status()).totals.commission_micro_usd).toBe(2 * usd)
    await bookCommissions(fixture.system)
    const { rows } = await eventually(async () => {
      const sent = await sql`select kind from webhook_deliveries order by kind`.execute(fixture.db)
      if (sent.rows.length < 2) throw new Error('not yet')
      return sent
    })
    expect(rows).toEqual([{ kind: 'affiliate.activated' }, { kind: 'affiliate.commission_booked' }])
  })

  it('follows the terms of the operator from then on', async () => {
    await using fixture = await setup()
    await fixture.operator.affiliate.changeTerms({
      body: { compute_basis_points: 1_000, holding_days: 1, minimum_micro_usd: 2 * usd },
    })
    await fixture.rent({ microUsd: 100 * usd })
    await fixture.nextDay(3)
    expect(await fixture.status()).toMatchObject({
      ...{ pending_micro_usd: usd, claimable_micro_usd: 0 },
    })
    await fixture.rent({ microUsd: 100 * usd })
    await fixture.nextDay(3)
    expect(await fixture.status()).toMatchObject({
      ...{ pending_micro_usd: 0, claimable_micro_usd: 2 * usd },
    })
  })
})

interface Rental {
  instanceId: InstanceId
  machineId: MachineId
}

async function actForCompany({ server }: PeopleFixture, { client }: Someone) {
  const { id } = await client.companies.create({ body: { name: 'Acme' } })
  const { token } = await client.auth.actAs({ body: { company_id: id } })
  return { id, client: server.client(token) }
}

/** An affiliate and an account that it referred, with a platform fee of 10 %. */
async function setup({ as = 'user' }: { as?: 'user' | 'company' } = {}) {
  const fixture = await withPeople()
  const { system, clock, operator } = fixture
  await operator.operator.writeSettings({
    body: { starting_credit_micro_usd: 0, platform_fee_basis_points: 1_000 },
  })
  const affiliate = await fixture.someone('affiliate')
  const provider = await fixture.someone('provider')
  const company = as === 'user' ? null : await actForCompany(fixture, affiliate)
  const { code } = await (company ?? affiliate).client.affiliate.status()
  const referred = async (): Promise<AccountId> => {
    const { client, id } = await fixture.someone('guest')
    await client.affiliate.refer({ body: { code } })
    return id
  }
  const referral = await fixture.someone('guest')
  await referral.client.affiliate.refer({ body: { code } })
  const guest = referral.id
  const { code: below } = await referral.client.affiliate.status()
  await system.transact((tx) => giveCredit(system, tx, { accountId: guest, microUsd: 5_000 * usd }))
  // Sessions end while the clock is turned.
  const actor = anActor(company?.id ?? affiliate.id, { userId: affiliate.id })
  const asAffiliate = { ...system, actor }

  return {
    ...fixture,
    affiliate,
    referred,
    /** An account that the referral referred. */
    async below(): Promise<AccountId> {
      const { client, id } = await fixture.someone('below')
      await client.affiliate.refer({ body: { code: below } })
      return id
    },
    async funded(accountId: AccountId): Promise<AccountId> {
      await system.transact((tx) => giveCredit(system, tx, { accountId, microUsd: 500 * usd }))
      return accountId
    },
    status: () => readAffiliate(asAffiliate),
    payouts: () => listCommissionPayouts(asAffiliate, { page: 1, page_size: 20 }),
    claim: () => claimRewards(asAffiliate, { to: 'balance' }),
    async reject() {
      const asOperator = { ...system, actor: anActor(provider.id, { role: 'operator' }) }
      const query = { state: 'held', page: 1, page_size: 20 } as const
      const [held] = (await listForReview(asOperator, query)).referrals
      if (held === undefined) throw new RangeError('no referral is held')
      await decideOnReferral(asOperator, held.id, { decision: 'reject', reason: 'The same person' })
    },
    /** Turns the clock, and books as the nightly run does. */
    async nextDay(days = 1) {
      await clock.jump(days * dayMs)
      await bookCommissions(system)
    },
    async rent(wanted: {
      microUsd: number
      renter?: AccountId
      provider?: AccountId
    }): Promise<Rental> {
      const { microUsd, renter: accountId = guest } = wanted
      const [instanceId, machineId] = [system.ids.mint('instance'), system.ids.mint('machine')]
      const at = clock.now()
      await system.transact(async (tx) => {
        await placeHold(system, tx, { accountId, purpose: instanceId, microUsd, key: instanceId })
        await captureUsage(system, tx, {
          ...{ instanceId, machineId, kind: 'running', seconds: 60, microUsd, count: null },
          ...{ from: new Date(at.getTime() - 60_000), to: at, microUsdPerHour: microUsd * 60 },
          ...{ providerAccountId: wanted.provider ?? provider.id, key: `usage-${instanceId}` },
        })
      })
      return { instanceId, machineId }
    },
    storage: (microUsd: number) =>
      system.transact((tx) =>
        chargeStorage(system, tx, { accountId: guest, microUsd, key: 'hour', text: 'Storage' }),
      ),
    credit: (rental: Rental, microUsd: number) =>
      system.transact((tx) =>
        oweServiceCredit(system, tx, {
          ...{ ...rental, key: 'outage', reason: 'outage', seconds: 60, percent: null },
          micro_usd: microUsd,
        }),
      ),
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}
