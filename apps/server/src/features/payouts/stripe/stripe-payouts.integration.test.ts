import { eventually } from '@gridloom/testkit/eventually'
import { openOperator } from '@gridloom/testkit/open-account'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createKiller, Killed } from '../../../../test/killer.ts'
import { refusalOf } from '../../../../test/people.ts'
import { type StripeSite, startStripeSite } from '../../../../test/stripe-site.ts'
import type { PayoutsCtx, StripePayouts } from '../ctx.ts'
import { placeWeekly } from '../requests/weekly-payouts.ts'
import { checkStripe } from './check-stripe.ts'
import { sendByStripe } from './send-by-stripe.ts'

type Client = StripeSite['operator']

const dollar = 1_000_000
const hourMs = 3_600_000

describe('a payout by Stripe', () => {
  it('is in whole cents, above the least amount, at the fee that was shown, and to an account in effect', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    expect(await client.payouts.quote({ query: { method: 'stripe' } })).toMatchObject({
      ...{ fee_micro_usd: 250_000, fee_basis_points: 25, minimum_micro_usd: 5 * dollar },
    })
    expect(await client.payouts.list()).toMatchObject({ stripe_account: account })
    const code = async (microUsd: number, fee = dollar) =>
      (await refusalOf(request(client, microUsd, fee))).code
    expect(await code(10 * dollar + 1)).toBe('invalid_input')
    expect(await code(4 * dollar)).toBe('payout_too_small')
    expect(await code(10 * dollar, 279_999)).toBe('payout_fee_changed')
    expect(await code(91 * dollar)).toBe('payout_too_large')
    expect(await code(10 * dollar, 280_000)).toBe('good')
    const other = await site.provider(100 * dollar)
    expect(await refusalOf(request(other.client, 10 * dollar))).toMatchObject({
      code: 'payout_no_stripe_account',
    })
  })

  it('is transferred once, and paid when Stripe has the transfer', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    await request(client, 50 * dollar)
    await untilEnded(site)
    const [transfer] = site.transfers()
    expect(site.transfers()).toHaveLength(1)
    expect(transfer).toMatchObject({ amount: 4962, currency: 'usd', destination: account })
    expect(await client.payouts.list()).toMatchObject({
      payouts: [{ state: 'confirmed', stripe_account: account, transfer_id: transfer?.id }],
      ...{ in_progress_micro_usd: 0, earned_micro_usd: 40 * dollar },
    })
    await emailAbout(site, 'was sent')
    await isRight(site)
  })

  it('above the limit waits for two operators, and neither of them is paid by it', async () => {
    await using site = await startStripeSite()
    const { client } = await site.payee(5_000 * dollar)
    const { id } = await request(client, 2_000 * dollar, 6 * dollar)
    await sendByStripe(site.ctx)
    expect(site.transfers()).toEqual([])
    await site.operator.payouts.approve({ params: { id } })
    await (await site.anOperator()).payouts.approve({ params: { id } })
    await untilEnded(site)
    expect(site.transfers()).toHaveLength(1)
  })

  it('waits while the balance at Stripe does not cover it, also where Stripe says so only when asked', async () => {
    await using site = await startStripeSite()
    const { client } = await site.payee(100 * dollar)
    site.stripe.connect.topUp(-9_999_000)
    await request(client, 50 * dollar)
    await sendByStripe(site.ctx)
    expect(await client.payouts.list()).toMatchObject({
      payouts: [{ state: 'approved', waits_for: 'not_covered' }],
    })
    expect((await site.operator.payouts.treasury()).stripe).toEqual({
      ...{ available_micro_usd: 10 * dollar, in_progress_micro_usd: 49_620_000 },
      ...{ covered: false, waits_for: 'not_covered' },
    })
    const lying = within(site, (real) => ({ ...real, readAvailable: async () => 1_000_000 }))
    site.clock.shiftWall(60_000)
    await sendByStripe(lying)
    expect(await statesOf(site)).toEqual(['approved'])
    site.stripe.connect.topUp(9_999_000)
    await untilEnded(site)
    expect(site.transfers()).toHaveLength(1)
    await isRight(site)
  })

  it('waits above what is sent in a day', async () => {
    await using site = await startStripeSite({ stripe: { dailyCapUsd: 60 } })
    const { client } = await site.payee(100 * dollar)
    await request(client, 50 * dollar)
    await request(client, 20 * dollar)
    await untilStates(site, ['confirmed', 'approved'])
    expect((await site.operator.payouts.treasury()).stripe).toMatchObject({
      waits_for: 'daily_cap',
    })
    site.clock.shiftWall(25 * hourMs)
    await untilEnded(site)
    expect(site.transfers()).toHaveLength(2)
  })

  it('returns with its fee and a reason when Stripe does not pay the account', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    await request(client, 50 * dollar)
    // Stripe says that the account is ready, and then refuses the transfer.
    const stale = within(site, (real) => ({
      ...real,
      readAccount: async (id) => {
        const said = await real.readAccount(id)
        site.stripe.connect.onboard(account, 'in_review')
        return said
      },
    }))
    await sendByStripe(stale)
    expect(await client.payouts.list()).toMatchObject({
      payouts: [{ state: 'failed', reason: expect.stringContaining('look at what it asks for') }],
      payable_micro_usd: 90 * dollar,
    })
    await emailAbout(site, 'payout failed')
    await isRight(site)
  })

  it('waits while a change of the bank account at Stripe waits', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    await request(client, 50 * dollar)
    site.stripe.connect.changeBank(account)
    await sendByStripe(site.ctx)
    expect(await statesOf(site)).toEqual(['approved'])
    await emailAbout(site, 'changed')
    site.clock.shiftWall(24 * hourMs)
    await untilEnded(site)
    await isRight(site)
  })

  it.each([
    ['at once', 0],
    ['when Stripe has forgotten the key', 25 * hourMs],
  ])('whose answer was lost is found and not made again: %s', async (_, laterMs) => {
    await using site = await startStripeSite()
    const { client } = await site.payee(100 * dollar)
    const { id } = await request(client, 50 * dollar)
    site.stripe.fail(/^POST \/v1\/transfers/, 'late')
    await sendByStripe(site.ctx)
    expect(await statesOf(site)).toEqual(['sending'])
    const body = { reason: 'No' }
    const rejected = site.operator.payouts.reject({ params: { id }, body })
    expect(await refusalOf(rejected)).toMatchObject({ code: 'state_conflict' })
    site.clock.shiftWall(laterMs + 60_000)
    await untilEnded(site)
    expect(site.transfers()).toHaveLength(1)
    await isRight(site)
  })

  it('is not asked for again while Stripe is busy', async () => {
    await using site = await startStripeSite()
    const { client } = await site.payee(100 * dollar)
    await request(client, 50 * dollar)
    site.stripe.fail(/^POST \/v1\/transfers/, 'busy')
    await sendByStripe(site.ctx)
    const asked = site.stripe.requests.length
    site.clock.shiftWall(59_000)
    await sendByStripe(site.ctx)
    expect(site.stripe.requests).toHaveLength(asked)
    expect(await client.payouts.list()).toMatchObject({
      payouts: [{ state: 'sending', waits_for: 'stripe_down' }],
    })
    site.clock.shiftWall(2_000)
    await untilEnded(site)
    expect(site.transfers()).toHaveLength(1)
  })

  it('returns when its transfer was reversed at Stripe, by an event and by the check of the night', async () => {
    await using site = await startStripeSite()
    const { client } = await site.payee(200 * dollar)
    await request(client, 50 * dollar)
    await request(client, 60 * dollar)
    await untilEnded(site)
    const [one, other] = site.transfers()
    site.stripe.connect.reverse(one?.id ?? '', 100)
    site.stripe.connect.reverse(one?.id ?? '')
    for (const event of site.stripe.events.toReversed())
      if (event.type.startsWith('transfer.')) expect(await site.deliver(event)).toBe(200)
    expect(await statesOf(site)).toEqual(['failed', 'confirmed'])
    site.stripe.connect.reverse(other?.id ?? '')
    const midnight = new Date('2026-01-02T00:37:00Z')
    await checkStripe({ ...site.ctx, clock: { ...site.ctx.clock, now: () => midnight } })
    expect(await statesOf(site)).toEqual(['failed', 'failed'])
    await isRight(site)
  })

  it('is made weekly of all that is payable, without parts of a cent', async () => {
    await using site = await startStripeSite()
    const { client } = await site.payee(100 * dollar + 5_550)
    const source = { method: 'stripe' } as const
    const settings = { schedule: 'weekly', threshold_micro_usd: 0, source, payee: null } as const
    expect(await client.payouts.changeSettings({ body: settings })).toMatchObject({ source })
    await placeWeekly(site.ctx)
    await placeWeekly(site.ctx)
    await untilEnded(site)
    expect(await client.payouts.list()).toMatchObject({
      payouts: [{ method: 'stripe', micro_usd: 90 * dollar, fee_micro_usd: 480_000 }],
      payable_micro_usd: 4_995,
    })
  })

  it('is transferred once or returned, whatever a killed process had done', async () => {
    await using site = await startStripeSite({ stripe: { dailyCapUsd: 100_000 } })
    const killer = createKiller()
    const { payoutSetup } = site.ctx
    const stripe = payoutSetup.stripe
    if (stripe === null) throw new Error('no Stripe')
    const processor = killer.port(stripe.processor)
    const ctx = killer.ctx({
      ...site.ctx,
      payoutSetup: { ...payoutSetup, stripe: { ...stripe, processor } },
    })
    const payees: Awaited<ReturnType<StripeSite['payee']>>[] = []
    for (let count = 0; count < 5; count++) payees.push(await site.payee(1_000 * dollar))
    let kills = 0
    let asked = 0
    while (kills < 200) {
      const due = payees[asked % payees.length]
      if (due !== undefined && asked < 40 && killer.chance(0.3)) {
        await site.place(due.id, 20 * dollar)
        asked += 1
      }
      if (killer.chance(0.2)) site.stripe.fail(/\/v1\/(transfers|balance)/, 'late')
      // Now and then the balance is empty, and the account of somebody is looked at by Stripe.
      const { connect } = site.stripe
      const isEmpty = killer.chance(0.1)
      const kept = connect.available()
      if (isEmpty) connect.topUp(-kept)
      if (killer.chance(0.05)) connect.onboard(due?.account ?? '', 'in_review')
      killer.arm(30)
      try {
        await sendByStripe(ctx)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        kills += 1
      }
      killer.disarm()
      if (isEmpty) connect.topUp(kept)
      for (const { account } of payees) connect.onboard(account)
      await sql`update stripe_accounts set state = 'ready'`.execute(site.db)
      site.clock.shiftWall(killer.chance(0.05) ? 25 * hourMs : 121_000)
    }
    await untilEnded(site)
    const states = await statesOf(site)
    const paid = states.filter((state) => state === 'confirmed')
    expect(states).toHaveLength(asked)
    expect(site.transfers()).toHaveLength(paid.length)
    const groups = new Set(site.transfers().map(({ transfer_group }) => transfer_group))
    expect(groups.size).toBe(paid.length)
    expect(paid.length).toBeGreaterThan(20)
    await site.isRight()
  }, 300_000)
})

/** The context with another processor in place of the real one. */
function within(
  { ctx }: StripeSite,
  wrap: (real: StripePayouts['processor']) => StripePayouts['processor'],
): PayoutsCtx {
  const { payoutSetup } = ctx
  if (payoutSetup.stripe === null) throw new Error('no Stripe')
  const stripe = { ...payoutSetup.stripe, processor: wrap(payoutSetup.stripe.processor) }
  return { ...ctx, payoutSetup: { ...payoutSetup, stripe } }
}

async function request(client: Client, micro_usd: number, fee_micro_usd = dollar) {
  return client.payouts.request({ body: { method: 'stripe', micro_usd, fee_micro_usd } })
}

async function statesOf({ db }: StripeSite): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from payouts order by id`.execute(db)
  return rows.map(({ state }) => state)
}

async function untilEnded(site: StripeSite): Promise<void> {
  await eventually(async () => {
    site.clock.shiftWall(121_000)
    await sendByStripe(site.ctx)
    const open = (await statesOf(site)).filter((state) => !['confirmed', 'failed'].includes(state))
    expect(open).toEqual([])
  })
}

async function untilStates(site: StripeSite, states: readonly string[]): Promise<void> {
  await eventually(async () => {
    site.clock.shiftWall(121_000)
    await sendByStripe(site.ctx)
    expect(await statesOf(site)).toEqual(states)
  })
}

async function emailAbout({ server }: StripeSite, words: string): Promise<string> {
  return eventually(() => {
    const found = server.emails.find(({ subject }) => subject.includes(words))
    if (found === undefined) throw new Error(`no email about ${words}`)
    return found.text
  })
}

/** Also what the night's check of the ledger says. */
async function isRight(site: StripeSite): Promise<void> {
  await site.isRight()
  const operator = site.server.client(await openOperator(site.server))
  expect((await operator.reconciliation.run()).differences).toEqual([])
}
