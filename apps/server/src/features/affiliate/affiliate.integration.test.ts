import { RecordedClick } from '@gridloom/contract/affiliate/affiliate'
import type { AffiliateClickId } from '@gridloom/contract/core/ids'
import { register, signUp, verify } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'
import { tidyClicks } from './clicks/tidy-clicks.ts'

const dayMs = 86_400_000
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('referral codes', () => {
  it('are made once, and chosen once; links with the first one keep working', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const first = await Promise.all([0, 1, 2].map(() => client.affiliate.status()))
    expect(new Set(first.map(({ code }) => code)).size).toBe(1)
    const chosen = await client.affiliate.chooseCode({ body: { code: ' Ada-Lovelace ' } })
    expect(chosen).toMatchObject({ code: 'ada-lovelace', chosen: true })
    expect(chosen.link).toMatch(/\/ada-lovelace$/)
    expect(
      await refusalOf(client.affiliate.chooseCode({ body: { code: 'ada-two' } })),
    ).toMatchObject({
      code: 'affiliate_code_chosen',
    })
    for (const code of [first[0]?.code ?? '', 'ADA-LOVELACE'])
      expect((await click(fixture, { code })).known).toBe(true)
  })

  it('cannot be an address, an access code, or pass for the code of somebody else', async () => {
    await using fixture = await withPeople()
    const [ada, eve] = [await fixture.someone(), await fixture.someone()]
    await ada.client.affiliate.chooseCode({ body: { code: 'paypal' } })
    await fixture.operator.operator.makeAccessCode({ body: { code: 'open-beta', label: 'Beta' } })
    for (const code of ['paypa1', 'pay-pal', 'PAYPAL', 'open-beta'])
      expect(await refusalOf(eve.client.affiliate.chooseCode({ body: { code } }))).toMatchObject({
        code: 'affiliate_code_taken',
      })
    for (const code of ['dashboard', 'API', 'abc', '-abcd', 'ab_cd', 'a'.repeat(33), 'äöüß'])
      expect(await refusalOf(eve.client.affiliate.chooseCode({ body: { code } }))).toMatchObject({
        code: 'invalid_input',
      })
  })

  it('go to one of two accounts that choose the same code at the same time', async () => {
    await using fixture = await withPeople()
    const people = await Promise.all([0, 1, 2].map(() => fixture.someone()))
    const tries = people.map(({ client }) =>
      refusalOf(client.affiliate.chooseCode({ body: { code: 'same-code' } })),
    )
    const codes = (await Promise.all(tries)).map(({ code }) => code)
    expect(codes.sort()).toEqual(['affiliate_code_taken', 'affiliate_code_taken', 'good'])
  })
})

describe('clicks', () => {
  it('are counted by day, campaign and source; programs are not, and networks only once a day', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const { code } = await client.affiliate.status()
    const body = { code, to: '/prices', campaign: 'Autumn', sub_id: 'a1', source: 'example.com' }
    await Promise.all(Array.from({ length: 20 }, () => click(fixture, body)))
    await click(fixture, { code })
    expect(await click(fixture, { code }, { 'user-agent': 'Googlebot/2.1' })).toEqual({
      ...{ known: true, click_id: null },
    })
    expect(await click(fixture, { code: 'nobody-here' })).toEqual({ known: false, click_id: null })
    expect((await client.affiliate.status()).totals).toMatchObject({ clicks: 21, sign_ups: 0 })
    for (const [by, key] of [
      ['campaign', 'Autumn'],
      ['source', 'example.com'],
      ['page', '/prices'],
      ['sub_id', 'a1'],
    ] as const) {
      const { rows } = await client.affiliate.stats({ query: { by } })
      expect(rows).toMatchObject([
        { key, clicks: 20 },
        { key: '', clicks: 1 },
      ])
    }
    const { rows } = await client.affiliate.stats({ query: {} })
    expect(rows).toHaveLength(30)
    expect(rows.at(-1)).toMatchObject({ key: '2026-11-21', clicks: 21 })
  })

  it('leave no trace of a browser that asks not to be tracked', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const { code } = await client.affiliate.status()
    for (const header of ['dnt', 'sec-gpc'])
      expect(await click(fixture, { code }, { [header]: '1' })).toEqual({
        ...{ known: true, click_id: null },
      })
    const { rows } = await sql`select visitor_hash from affiliate_clicks`.execute(fixture.db)
    expect(rows).toEqual([{ visitor_hash: null }, { visitor_hash: null }])
  })

  it('forget the network after a day, and are deleted after 400 days', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const { code } = await client.affiliate.status()
    await click(fixture, { code })
    await sql`update affiliate_clicks set visitor_hash = 'hash'`.execute(fixture.db)
    const hashes = async () => {
      await tidyClicks(fixture.system)
      return (await sql`select visitor_hash as hash from affiliate_clicks`.execute(fixture.db)).rows
    }
    expect(await hashes()).toEqual([{ hash: 'hash' }])
    await fixture.clock.jump(dayMs + 1)
    expect(await hashes()).toEqual([{ hash: null }])
    await fixture.clock.jump(400 * dayMs)
    expect(await hashes()).toEqual([])
  })

  it('lead to no other site, and are bounded', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    const { code } = await client.affiliate.status()
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'prices',
      '/a b',
    ])
      expect((await post(fixture, { code, to })).status).toBe(400)
    for (const body of [
      { code, campaign: 'x'.repeat(61) },
      { code, source: 'a b' },
      { code, x: 1 },
    ])
      expect((await post(fixture, body)).status).toBe(400)
  })
})

describe('referrals', () => {
  it('count a link that was followed before the sign-up, once the address is verified', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone()
    const { code } = await ada.client.affiliate.status()
    const { click_id } = await click(fixture, { code, campaign: 'Autumn' })
    const body = { code, ...idOf(click_id) }
    const email = 'visitor@example.net'
    const claim = await register(fixture.server, { email })
    await fixture.server.client(claim).affiliate.refer({ body })
    expect((await ada.client.affiliate.status()).totals.sign_ups).toBe(0)
    const token = await verify(fixture.server, { email, token: claim })
    expect((await ada.client.affiliate.status()).totals).toMatchObject({ clicks: 1, sign_ups: 1 })
    await fixture.server.client(token).affiliate.refer({ body })
    const { referrals, total } = await ada.client.affiliate.referrals({ query: {} })
    expect(total).toBe(1)
    expect(referrals).toEqual([
      {
        ...{ number: 1, month: '2026-11', by: 'click', state: 'active', held_reason: null },
        ...{ activated: false, commission_micro_usd: 0, appealed_at: null },
      },
    ])
    expect(JSON.stringify(referrals)).not.toContain('visitor')
    const { rows } = await ada.client.affiliate.stats({ query: { by: 'campaign' } })
    expect(rows).toMatchObject([{ key: 'Autumn', clicks: 1, sign_ups: 1 }])
  })

  it('prefer a code that was typed at registration to a link, and give no access', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const [ada, eve] = [await fixture.someone(), await fixture.someone()]
    const { code } = await ada.client.affiliate.status()
    const { code: other } = await eve.client.affiliate.status()
    const { click_id } = await click(fixture, { code: other })
    const email = 'typed@example.net'
    const claim = await register(fixture.server, {
      email,
      referral_code: ` ${code.toUpperCase()} `,
    })
    const late = { code: other, ...idOf(click_id) }
    expect(
      await refusalOf(fixture.server.client(claim).affiliate.refer({ body: late })),
    ).toMatchObject({ code: 'referral_bound' })
    const token = await verify(fixture.server, { email, token: claim })
    const details = await fixture.server.client(token).accounts.details()
    expect(details.has_entered_referral_code).toBe(false)
    expect((await ada.client.affiliate.status()).totals.sign_ups).toBe(1)
    expect((await eve.client.affiliate.status()).totals.sign_ups).toBe(0)
    expect(
      await refusalOf(register(fixture.server, { email, referral_code: 'nobody-here' })),
    ).toMatchObject({
      code: 'access_code_invalid',
    })
  })

  it('bind one of many referrers that are named at the same time, for life', async () => {
    await using fixture = await withPeople()
    const affiliates = await Promise.all([0, 1, 2, 3].map(() => fixture.someone()))
    const codes = await Promise.all(
      affiliates.map(async ({ client }) => (await client.affiliate.status()).code),
    )
    const { client } = await fixture.someone()
    const tries = codes.map((code) => refusalOf(client.affiliate.refer({ body: { code } })))
    const outcomes = (await Promise.all(tries)).map(({ code }) => code)
    expect(outcomes.filter((one) => one === 'good')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'referral_bound')).toHaveLength(3)
    const signUps = await Promise.all(
      affiliates.map(async (one) => (await one.client.affiliate.status()).totals.sign_ups),
    )
    expect(signUps.reduce((sum, one) => sum + one, 0)).toBe(1)
  })

  it('are not lost when they are named while the address is being verified', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone()
    const { code } = await ada.client.affiliate.status()
    let named = 0
    for (const email of ['one@example.net', 'two@example.net', 'three@example.net']) {
      const token = await register(fixture.server, { email })
      // The token is rotated by then, so the call may come too late to be one of this session.
      const [refusal] = await Promise.all([
        refusalOf(fixture.server.client(token).affiliate.refer({ body: { code } })),
        verify(fixture.server, { email, token }),
      ])
      if (refusal.code === 'good') named += 1
    }
    expect((await ada.client.affiliate.status()).totals.sign_ups).toBe(named)
  })

  it('need a code and a click that belong together, of the last 30 days, and a new account', async () => {
    await using fixture = await withPeople()
    const [ada, eve] = [await fixture.someone(), await fixture.someone()]
    const { code } = await ada.client.affiliate.status()
    const { code: other } = await eve.client.affiliate.status()
    const { click_id } = await click(fixture, { code })
    await sql`update affiliate_clicks set at = at - interval '31 days'`.execute(fixture.db)
    const { client } = await fixture.someone()
    const outcome = async (body: Parameters<typeof client.affiliate.refer>[0]['body']) =>
      (await refusalOf(client.affiliate.refer({ body }))).code
    expect(await outcome({ code: 'nobody-here' })).toBe('referral_unknown')
    expect(await outcome({ code: other, ...idOf(click_id) })).toBe('referral_unknown')
    expect(await outcome({ code, ...idOf(click_id) })).toBe('referral_expired')
    expect(await outcome({ code: (await client.affiliate.status()).code })).toBe('referral_own')
    await sql`update accounts set created_at = created_at - interval '25 hours'`.execute(fixture.db)
    expect(await outcome({ code })).toBe('referral_too_late')
  })

  it('hold those that look like the affiliate itself, until the operator decides', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = fixture.server.client(
      await signUp(fixture.server, { email: 'ada.lovelace@gmail.com', access: true }),
    )
    const { code } = await ada.affiliate.status()
    const email = 'adalovelace+2@googlemail.com'
    const claim = await register(fixture.server, { email, referral_code: code })
    await verify(fixture.server, { email, token: claim })
    expect((await ada.affiliate.referrals({ query: {} })).referrals).toMatchObject([
      { state: 'held', held_reason: 'same_mailbox' },
    ])
    const { referrals } = await fixture.operator.affiliate.review({ query: {} })
    expect(referrals).toMatchObject([{ referred_email: email, held_reason: 'same_mailbox' }])
    const [held] = referrals
    if (held === undefined) throw new RangeError('one is held')
    const params = { id: held.id }
    const body = { decision: 'release', reason: 'Two people share it' } as const
    expect(await refusalOf(ada.affiliate.decide({ params, body }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await fixture.operator.affiliate.decide({ params, body })).toMatchObject({
      ...{ state: 'active', decision_text: 'Two people share it' },
    })
    expect((await fixture.operator.affiliate.review({ query: {} })).referrals).toEqual([])
  })

  it('say why they are held, with evidence, and are appealed once', async () => {
    await using fixture = await withPeople()
    const [ada, bob] = [await fixture.someone(), await fixture.someone()]
    for (const { id } of [ada, bob])
      await sql`insert into card_fingerprints (account_id, fingerprint, first_paid_at)
        values (${id}, 'card-1', now())`.execute(fixture.db)
    const { code } = await ada.client.affiliate.status()
    await bob.client.affiliate.refer({ body: { code } })
    const { referrals } = await fixture.operator.affiliate.review({ query: {} })
    expect(referrals).toMatchObject([
      {
        ...{ state: 'held', held_reason: 'same_card', appeal_text: null },
        signals: [{ rule: 'same_card', points: 100, evidence: expect.stringContaining('a card') }],
      },
    ])
    const appeal = (number: number, client = ada.client) =>
      refusalOf(
        client.affiliate.appeal({ params: { number }, body: { text: 'My flatmate paid with it' } }),
      )
    expect(await appeal(2)).toMatchObject({ code: 'not_found' })
    expect(await appeal(1, bob.client)).toMatchObject({ code: 'not_found' })
    const both = await Promise.all([appeal(1), appeal(1)])
    expect(both.map((one) => one.code).sort()).toEqual(['good', 'state_conflict'])
    expect((await fixture.operator.affiliate.review({ query: {} })).referrals).toMatchObject([
      { appeal_text: 'My flatmate paid with it', appealed_at: expect.any(String) },
    ])
  })
})

describe('access to the beta', () => {
  it('is given by a referral only if the terms say so, to so many a month, and to none that is held', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = fixture.server.client(
      await signUp(fixture.server, { email: 'ada.lovelace@gmail.com', access: true }),
    )
    const { code } = await ada.affiliate.status()
    const join = async (email: string) => {
      const claim = await register(fixture.server, { email, referral_code: code })
      const token = await verify(fixture.server, { email, token: claim })
      return (await fixture.server.client(token).accounts.details()).has_entered_referral_code
    }
    expect(await join('before@example.net')).toBe(false)
    await fixture.operator.affiliate.changeTerms({ body: { beta_accounts_per_month: 2 } })
    expect(await join('adalovelace@gmail.com')).toBe(false)
    const all = await Promise.all(
      ['one', 'two', 'three'].map((name) => join(`${name}@example.net`)),
    )
    expect(all.filter(Boolean)).toHaveLength(2)
    await sql`update affiliate_referrals set opened_beta_at = opened_beta_at - interval '31 days'`.execute(
      fixture.db,
    )
    expect(await join('four@example.net')).toBe(true)
  })
})

function idOf(id: AffiliateClickId | null) {
  return id === null ? {} : { click_id: id }
}

async function post(fixture: PeopleFixture, body: object, headers: Record<string, string> = {}) {
  return fetch(new URL('/api/affiliate/clicks', fixture.server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': browser, ...headers },
    body: JSON.stringify(body),
  })
}

async function click(
  fixture: PeopleFixture,
  body: { code: string; to?: string; campaign?: string; sub_id?: string; source?: string },
  headers?: Record<string, string>,
): Promise<RecordedClick> {
  const response = await post(fixture, body, headers)
  return z.object({ data: RecordedClick }).parse(await response.json()).data
}
