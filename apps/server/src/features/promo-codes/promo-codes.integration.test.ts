import type { NewPromoCode, PromoCode } from '@gridloom/contract/promo-codes/promo-code'
import { openAccount } from '@gridloom/testkit/open-account'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'
import { checkLedger } from '../ledger/index.ts'

const dayMs = 86_400_000

describe('promo codes', () => {
  it('show their terms first, then add credit that is spent last and counts as welcome credit', async () => {
    await using fixture = await withPeople()
    const made = await make(fixture, { code: 'AUTUMN-26', terms: 'For new projects.' })
    expect(made).toMatchObject({ code: 'autumn-26', state: 'active', uses: 0, given_micro_usd: 0 })
    const { client, id, email } = await fixture.someone()
    const body = { code: ' Autumn-26 ' }
    expect(await client.promoCodes.check({ body })).toMatchObject({
      ...{ amount_micro_usd: 5_000_000, terms: 'For new projects.' },
    })
    const before = await client.ledger.balance()
    expect(await client.promoCodes.redeem({ body })).toMatchObject({ micro_usd: 5_000_000 })
    const after = await client.ledger.balance()
    expect(after.welcome_micro_usd - before.welcome_micro_usd).toBe(5_000_000)
    expect(await refusalOf(client.promoCodes.redeem({ body }))).toMatchObject({
      code: 'promo_code_redeemed',
    })
    expect(await refusalOf(client.promoCodes.check({ body }))).toMatchObject({
      code: 'promo_code_redeemed',
    })
    const params = { id: made.id }
    expect(await fixture.operator.promoCodes.redemptions({ params, query: {} })).toMatchObject({
      total: 1,
      redemptions: [{ account_id: id, email, micro_usd: 5_000_000 }],
    })
    expect(await fixture.operator.promoCodes.list()).toMatchObject([
      { uses: 1, given_micro_usd: 5_000_000 },
    ])
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('never give more than their uses to parallel redemptions, and one account only once', async () => {
    await using fixture = await withPeople()
    const { id, code } = await make(fixture, { uses_max: 3 })
    const people = await Promise.all(Array.from({ length: 6 }, () => fixture.someone()))
    const tries = people.flatMap(({ client }) =>
      [0, 1].map(() => refusalOf(client.promoCodes.redeem({ body: { code } }))),
    )
    const ended = (await Promise.all(tries)).map((refusal) => refusal.code)
    expect(ended.filter((one) => one === 'good')).toHaveLength(3)
    expect(new Set(ended)).toEqual(new Set(['good', 'promo_code_redeemed', 'promo_code_used_up']))
    const given = await sql<{ n: number; most: number }>`select count(*)::int as n,
      count(*)::int - count(distinct owner_account_id)::int as most from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      where t.kind = 'promo_credit' and e.owner_account_id is not null`.execute(fixture.db)
    expect(given.rows).toEqual([{ n: 3, most: 0 }])
    expect(await fixture.operator.promoCodes.list()).toMatchObject([
      { id, uses: 3, state: 'used_up', given_micro_usd: 15_000_000 },
    ])
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('count a mailbox once, however its address is spelled, where they say so', async () => {
    await using fixture = await withPeople()
    const once = await make(fixture, {})
    const often = await make(fixture, { once_per_mailbox: false })
    const [first, second] = await Promise.all(
      ['adalovelace@gmail.com', 'ada.lovelace+2@googlemail.com'].map(async (email) =>
        fixture.server.client(await openAccount(fixture.server, { email, access: true })),
      ),
    )
    const redeem = (client: typeof first, { code }: PromoCode) =>
      refusalOf(client?.promoCodes.redeem({ body: { code } }) ?? Promise.reject())
    expect(await redeem(first, once)).toMatchObject({ code: 'good' })
    expect(await redeem(second, once)).toMatchObject({ code: 'promo_code_redeemed' })
    expect(await redeem(first, often)).toMatchObject({ code: 'good' })
    expect(await redeem(second, often)).toMatchObject({ code: 'good' })
    const { rows } = await sql`select * from promo_redemptions`.execute(fixture.db)
    expect(JSON.stringify(rows)).not.toMatch(/lovelace/i)
  })

  it('say why they cannot be redeemed', async () => {
    await using fixture = await withPeople()
    const now = fixture.clock.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    const early = await make(fixture, { valid_from: at(dayMs) })
    const late = await make(fixture, { valid_until: at(1_000) })
    const paused = await make(fixture, {})
    const revoked = await make(fixture, {})
    const young = await make(fixture, { new_accounts_days: 1 })
    const { promoCodes } = fixture.operator
    await promoCodes.change({ params: { id: paused.id }, body: { paused: true } })
    await promoCodes.revoke({ params: { id: revoked.id } })
    const someone = await fixture.someone()
    await sql`update accounts set created_at = ${at(-2 * dayMs)} where id = ${someone.id}`.execute(
      fixture.db,
    )
    await fixture.clock.advance(1_000)
    const reason = async ({ code }: { code: string }) =>
      (await refusalOf(someone.client.promoCodes.redeem({ body: { code } }))).code
    expect(await reason(early)).toBe('promo_code_not_started')
    expect(await reason(late)).toBe('promo_code_expired')
    expect(await reason(paused)).toBe('promo_code_paused')
    expect(await reason(revoked)).toBe('promo_code_unknown')
    expect(await reason(young)).toBe('promo_code_new_accounts')
    expect(await reason({ code: 'no such code' })).toBe('promo_code_unknown')
    await promoCodes.change({ params: { id: paused.id }, body: { paused: false } })
    expect(await reason(paused)).toBe('good')
  })

  it('are not for companies, which have no welcome credit', async () => {
    await using fixture = await withPeople()
    const { code } = await make(fixture, {})
    const { client } = await fixture.someone()
    const { id } = await client.companies.create({ body: { name: 'Acme' } })
    const { token } = await client.auth.actAs({ body: { company_id: id } })
    const acting = fixture.server.client(token)
    expect(await refusalOf(acting.promoCodes.redeem({ body: { code } }))).toMatchObject({
      code: 'promo_code_personal',
    })
  })

  it('cannot be guessed: ten unknown codes an hour, and known ones are not counted', async () => {
    await using fixture = await withPeople()
    const { code } = await make(fixture, {})
    const { client } = await fixture.someone()
    const check = (text: string) => refusalOf(client.promoCodes.check({ body: { code: text } }))
    for (let n = 0; n < 9; n += 1)
      expect(await check(`guess-${n}`)).toMatchObject({ code: 'promo_code_unknown' })
    for (let n = 0; n < 3; n += 1) expect(await check(code)).toMatchObject({ code: 'good' })
    expect(await check('guess-10')).toMatchObject({ code: 'promo_code_unknown' })
    expect(await check('guess-11')).toMatchObject({ code: 'too_many_requests' })
    expect(await check(code)).toMatchObject({ code: 'too_many_requests' })
    await fixture.clock.advance(3_600_000)
    expect(await check(code)).toMatchObject({ code: 'good' })
  })

  it('are managed by the operator only, unique in any case, and end after they begin', async () => {
    await using fixture = await withPeople()
    await make(fixture, { code: 'SUMMER' })
    expect(await refusalOf(make(fixture, { code: 'summer' }))).toMatchObject({
      code: 'state_conflict',
    })
    const valid_until = fixture.clock.now().toISOString()
    expect(await refusalOf(make(fixture, { valid_until }))).toMatchObject({
      code: 'invalid_input',
    })
    const { client } = await fixture.someone()
    expect(await refusalOf(client.promoCodes.list())).toMatchObject({ code: 'forbidden' })
    const params = { id: fixture.system.ids.mint('promoCode') }
    expect(await refusalOf(fixture.operator.promoCodes.revoke({ params }))).toMatchObject({
      code: 'not_found',
    })
  })
})

function make({ operator }: PeopleFixture, given: Partial<z.input<typeof NewPromoCode>>) {
  return operator.promoCodes.create({
    body: { label: 'For tests', amount_micro_usd: 5_000_000, uses_max: 10, ...given },
  })
}
