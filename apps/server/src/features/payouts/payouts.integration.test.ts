import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { becomeOperator, type PayoutSite, startPayoutSite } from '../../../test/payout-site.ts'
import { refusalOf } from '../../../test/people.ts'
import { checkLedger } from '../ledger/index.ts'

const dollar = 1_000_000
const atWill = { schedule: 'at_will', threshold_micro_usd: 0, source: null, payee: null } as const

describe('a payout', () => {
  it('sets its amount aside at once, and cancelling returns it', async () => {
    await using site = await startPayoutSite()
    const { client } = await site.provider(2_000 * dollar)
    const before = await client.payouts.list()
    expect(before).toMatchObject({ earned_micro_usd: 1_800 * dollar, payouts: [] })
    expect(before.payable_micro_usd).toBe(1_800 * dollar)
    const payout = await request(site, client, 1_500 * dollar)
    expect(payout).toMatchObject({ state: 'requested', approvals: { given: 0, needed: 2 } })
    expect(payout).toMatchObject({ method: 'wallet', address_words: expect.any(Array) })
    expect(await client.payouts.list()).toMatchObject({
      payable_micro_usd: 300 * dollar,
      in_progress_micro_usd: 1_500 * dollar,
    })
    const params = { id: payout.id }
    expect(await client.payouts.cancel({ params })).toMatchObject({ state: 'cancelled' })
    expect(await client.payouts.list()).toMatchObject({
      payable_micro_usd: 1_800 * dollar,
      in_progress_micro_usd: 0,
    })
    expect(await refusalOf(client.payouts.cancel({ params }))).toMatchObject({
      code: 'state_conflict',
    })
    await sums(site)
  })

  it('is requested once of the same money by calls at once', async () => {
    await using site = await startPayoutSite()
    const { client } = await site.provider(2_000 * dollar)
    const { fee_micro_usd } = await client.payouts.quote({ query: site.source })
    const body = { ...site.source, micro_usd: 1_000 * dollar, fee_micro_usd }
    const codes = await Promise.all(
      [1, 2, 3].map(async () => (await refusalOf(client.payouts.request({ body }))).code),
    )
    expect(codes.toSorted()).toEqual(['good', 'payout_too_large', 'payout_too_large'])
    await sums(site)
  })

  it('is refused at a fee above the one that was shown, below the least amount and above the payable', async () => {
    await using site = await startPayoutSite()
    const { client } = await site.provider(10 * dollar)
    const { fee_micro_usd: fee } = await client.payouts.quote({ query: site.source })
    const refusal = async (micro_usd: number, fee_micro_usd: number) =>
      (
        await refusalOf(
          client.payouts.request({ body: { ...site.source, micro_usd, fee_micro_usd } }),
        )
      ).code
    expect(await refusal(5 * dollar, fee - 1)).toBe('payout_fee_changed')
    expect(await refusal(dollar / 2, fee)).toBe('payout_too_small')
    expect(await refusal(9 * dollar + 1, fee)).toBe('payout_too_large')
    expect((await client.payouts.list()).payouts).toEqual([])
    expect(await refusal(9 * dollar, fee)).toBe('good')
  })

  it('needs an address in effect', async () => {
    await using site = await startPayoutSite()
    const { client, id } = await site.provider(10 * dollar)
    await sql`update payout_addresses set effective_at = effective_at + interval '1 minute'
      where account_id = ${id}`.execute(site.server.container.db)
    expect(await refusalOf(request(site, client, 5 * dollar))).toMatchObject({
      code: 'payout_no_address',
    })
  })

  it('and its settings need re-authentication', async () => {
    await using site = await startPayoutSite()
    const { client } = await site.provider(10 * dollar)
    const { fee_micro_usd } = await client.payouts.quote({ query: site.source })
    await site.clock.jump(20 * 60_000)
    const late = site.server.client((await client.auth.refresh()).token)
    const body = { ...site.source, micro_usd: 5 * dollar, fee_micro_usd }
    const calls = [
      late.payouts.request({ body }),
      late.payouts.changeSettings({ body: atWill }),
      site.operator.payouts.approve({ params: { id: aPayoutId(site) } }),
      site.operator.payouts.reject({ params: { id: aPayoutId(site) }, body: { reason: 'No' } }),
    ]
    for (const call of calls)
      expect(await refusalOf(call)).toMatchObject({ code: 'confirmation_required' })
    expect((await late.payouts.list()).payouts).toEqual([])
  })
})

describe('a payout above the limit', () => {
  it('is approved by two different operators, the same one twice refused', async () => {
    await using site = await startPayoutSite()
    const { client } = await site.provider(2_000 * dollar)
    const { id } = await request(site, client, 1_500 * dollar)
    const params = { id }
    expect(await site.operator.payouts.approve({ params })).toMatchObject({
      ...{ state: 'requested', approvals: { given: 1, needed: 2 }, approved_by_me: true },
    })
    expect(await refusalOf(site.operator.payouts.approve({ params }))).toMatchObject({
      code: 'payout_approved_before',
    })
    const second = await site.anOperator()
    expect(await second.payouts.every()).toMatchObject([{ id, approved_by_me: false }])
    expect(await second.payouts.approve({ params })).toMatchObject({ state: 'approved' })
    expect(await refusalOf(client.payouts.cancel({ params }))).toMatchObject({
      code: 'state_conflict',
    })
  })

  it('is not approved by whoever is paid, nor seen by other users', async () => {
    await using site = await startPayoutSite()
    const { client } = await site.provider(2_000 * dollar)
    const { id } = await request(site, client, 1_500 * dollar)
    const params = { id }
    expect(await refusalOf(client.payouts.approve({ params }))).toMatchObject({ code: 'forbidden' })
    const promoted = await becomeOperator(site.server, client)
    const own = { code: 'payout_own' }
    expect(await refusalOf(promoted.payouts.approve({ params }))).toMatchObject(own)
    const body = { reason: 'No' }
    expect(await refusalOf(promoted.payouts.reject({ params, body }))).toMatchObject(own)
    const other = await site.provider(dollar)
    expect(await refusalOf(other.client.payouts.cancel({ params }))).toMatchObject({
      code: 'not_found',
    })
  })

  it('is rejected with a reason, and its money returns', async () => {
    await using site = await startPayoutSite()
    const { client } = await site.provider(2_000 * dollar)
    const { id } = await request(site, client, 1_500 * dollar)
    const params = { id }
    const body = { reason: 'The name does not match' }
    expect(await site.operator.payouts.reject({ params, body })).toMatchObject({
      ...{ state: 'rejected', reason: 'The name does not match' },
    })
    expect((await client.payouts.list()).payable_micro_usd).toBe(1_800 * dollar)
    await sums(site)
  })
})

describe('who is paid', () => {
  it('is required where the operator asks for it', async () => {
    await using site = await startPayoutSite({ policy: { payee: 'tax_id' } })
    const { client } = await site.provider(10 * dollar)
    const refused = { code: 'payout_payee_missing' }
    expect(await refusalOf(request(site, client, 5 * dollar))).toMatchObject(refused)
    const payee = { name: 'Ada Lovelace', country: 'GB', tax_id: null }
    await client.payouts.changeSettings({ body: { ...atWill, payee } })
    expect(await refusalOf(request(site, client, 5 * dollar))).toMatchObject(refused)
    const german = { ...payee, country: 'DE', tax_id: 'DE 136 695 977' }
    const change = client.payouts.changeSettings({ body: { ...atWill, payee: german } })
    expect(await refusalOf(change)).toMatchObject({
      ...{ code: 'invalid_input', fields: { 'payee.tax_id': expect.any(String) } },
    })
    await client.payouts.changeSettings({
      body: { ...atWill, payee: { ...german, tax_id: 'DE136695976' } },
    })
    await client.payouts.changeSettings({
      body: { ...atWill, payee: { ...payee, tax_id: 'GB123' } },
    })
    expect(await request(site, client, 5 * dollar)).toMatchObject({ state: 'approved' })
  })

  it('is nobody in a blocked country, also when it was blocked later', async () => {
    await using site = await startPayoutSite({ policy: { blockedCountries: ['KP'] } })
    const { client, id } = await site.provider(10 * dollar)
    const payee = { name: 'Ada Lovelace', country: 'KP', tax_id: null }
    const change = client.payouts.changeSettings({ body: { ...atWill, payee } })
    expect(await refusalOf(change)).toMatchObject({ code: 'payout_country_blocked' })
    await client.payouts.changeSettings({ body: { ...atWill, payee: { ...payee, country: 'GB' } } })
    await sql`update payout_settings set payee = jsonb_set(payee, '{country}', '"KP"')
      where account_id = ${id}`.execute(site.server.container.db)
    expect(await refusalOf(request(site, client, 5 * dollar))).toMatchObject({
      ...{ code: 'payout_country_blocked', details: { country: 'KP' } },
    })
  })
})

it('treasury shows what is held, owed and covered, to operators alone', async () => {
  await using site = await startPayoutSite()
  const { client } = await site.provider(2_000 * dollar)
  const { fee_micro_usd: fee } = await request(site, client, 1_500 * dollar)
  expect(await site.operator.payouts.treasury()).toMatchObject({
    ...{ earned_micro_usd: 300 * dollar, in_progress_micro_usd: 1_500 * dollar, covered: true },
    held_micro_usd: 1_000_000 * dollar,
    sources: [{ symbol: 'USDX', in_progress_micro_usd: 1_500 * dollar - fee, covered: true }],
  })
  expect(await refusalOf(client.payouts.treasury())).toMatchObject({ code: 'forbidden' })
})

async function request(site: PayoutSite, client: PayoutSite['operator'], micro_usd: number) {
  const { fee_micro_usd } = await client.payouts.quote({ query: site.source })
  return client.payouts.request({ body: { ...site.source, micro_usd, fee_micro_usd } })
}

function aPayoutId({ server }: PayoutSite) {
  return server.container.ids.mint('payout')
}

/** Every posting sums to zero, and all balances are those of their entries. */
async function sums({ server }: PayoutSite): Promise<void> {
  expect(await checkLedger(server.container.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
}
