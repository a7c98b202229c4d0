import { eventually } from '@gridloom/testkit/eventually'
import { standInStripeKeys } from '@gridloom/testkit/stripe/stripe-stand-in'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startBankSite } from '../../../../test/bank-site.ts'
import { refusalOf } from '../../../../test/people.ts'
import { type StripeSite, startStripeSite } from '../../../../test/stripe-site.ts'

type Provider = Awaited<ReturnType<StripeSite['provider']>>

const dollar = 1_000_000
const germany = { country: 'DE' }

describe('an account at Stripe', () => {
  it('takes effect a day after Stripe has the details, which is told by email, and is read from Stripe alone', async () => {
    await using site = await startStripeSite()
    const one = await site.provider(dollar)
    const { client } = one
    expect(await client.payouts.stripeAccount()).toEqual({ account: null, countries: ['DE', 'US'] })
    const { url } = await client.payouts.openStripe({ body: germany })
    expect(new URL(url).searchParams.get('return')).toContain('tab=payouts')
    expect(await read(site, one)).toMatchObject({
      ...{ country: 'DE', state: 'needs_information', effective_at: null },
    })
    // The address that Stripe would return to says nothing.
    await fetch(`${site.server.url}/account?section=billing&tab=payouts`)
    expect(await read(site, one)).toMatchObject({ state: 'needs_information' })
    await fetch(url, { method: 'POST', body: 'how=in_review', redirect: 'manual' })
    expect(await read(site, one)).toMatchObject({ state: 'in_review' })
    await emailAbout(site, 'changed')
    const account = await site.accountOf(one.id)
    site.stripe.connect.onboard(account)
    const { effective_at } = await read(site, one)
    expect(Date.parse(effective_at ?? '') - site.clock.now().getTime()).toBeGreaterThan(86_000_000)
    expect((await client.payouts.list()).stripe_account).toBeNull()
    const { rows } = await sql<{ stripe_id: string }>`
      select stripe_id from stripe_accounts where effective_at > now()`.execute(site.db)
    expect(rows).toEqual([])
  })

  it('goes on where it was left, and is managed at Stripe once it has the details', async () => {
    await using site = await startStripeSite()
    const one = await site.provider(dollar)
    await one.client.payouts.openStripe({ body: germany })
    site.stripe.connect.onboard(await site.accountOf(one.id), 'incomplete')
    expect(await read(site, one)).toMatchObject({ state: 'needs_information' })
    const again = await one.client.payouts.openStripe({ body: { country: null } })
    expect(again.url).toContain('/c/onboard/')
    site.stripe.connect.onboard(await site.accountOf(one.id))
    expect(await read(site, one)).toMatchObject({ state: 'ready' })
    const page = await one.client.payouts.openStripe({ body: { country: null } })
    expect(page.url).toContain('/c/dashboard/')
    expect(accountsIn(site)).toHaveLength(1)
  })

  it('is one, also when it is opened twice at once, or Stripe answered late', async () => {
    await using site = await startStripeSite()
    const one = await site.provider(dollar)
    site.stripe.fail(/^POST \/v1\/accounts$/, 'late')
    const open = () => refusalOf(one.client.payouts.openStripe({ body: germany }))
    expect(await open()).toMatchObject({ code: 'payout_stripe_down' })
    await Promise.all([open(), open(), open()])
    expect(await open()).toMatchObject({ code: 'good' })
    expect(accountsIn(site)).toHaveLength(1)
  })

  it('is not opened in another country, in a blocked one, without re-authentication, or where it is not offered', async () => {
    await using site = await startStripeSite({ policy: { blockedCountries: ['US'] } })
    const { client } = await site.provider(dollar)
    const refusal = (country: string | null, by = client) =>
      refusalOf(by.payouts.openStripe({ body: { country } }))
    expect(await refusal(null)).toMatchObject({
      ...{ code: 'invalid_input', fields: { country: expect.any(String) } },
    })
    expect(await refusal('FR')).toMatchObject({ code: 'invalid_input' })
    expect(await refusal('US')).toMatchObject({ code: 'payout_country_blocked' })
    await site.clock.jump(20 * 60_000)
    const late = site.server.client((await client.auth.refresh()).token)
    expect(await refusal('DE', late)).toMatchObject({ code: 'confirmation_required' })
    expect(accountsIn(site)).toEqual([])
    await using bare = await startBankSite()
    const other = await bare.provider(dollar)
    expect(await other.client.payouts.stripeAccount()).toEqual({ account: null, countries: [] })
    expect(await refusal('DE', other.client)).toMatchObject({ code: 'payouts_off' })
    const event = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const { status } = await fetch(`${bare.server.url}/api/payouts/stripe/webhook`, event)
    expect(status).toBe(404)
  })

  it('that Stripe does not make in a country can be tried with another', async () => {
    await using site = await startStripeSite({ stripe: { countries: ['DE', 'AQ'] } })
    const one = await site.provider(dollar)
    expect(
      await refusalOf(one.client.payouts.openStripe({ body: { country: 'AQ' } })),
    ).toMatchObject({ code: 'invalid_input' })
    await one.client.payouts.openStripe({ body: germany })
    expect(await read(site, one)).toMatchObject({ country: 'DE' })
  })

  it('is disconnected by the user, or at Stripe, and then no payout goes to it', async () => {
    await using site = await startStripeSite()
    const { client } = await site.payee(dollar)
    expect(await client.payouts.removeStripeAccount()).toMatchObject({ account: null })
    await emailAbout(site, 'disconnected')
    expect(await client.payouts.list()).toMatchObject({ stripe_account: null })
    expect(await refusalOf(client.payouts.removeStripeAccount())).toMatchObject({
      code: 'not_found',
    })
    const other = await site.payee(dollar)
    site.stripe.connect.disconnect(other.account)
    const event = site.stripe.events.find(({ type }) => type.endsWith('deauthorized'))
    expect(await site.deliver(event ?? { body: '', signature: '' })).toBe(200)
    expect(await other.client.payouts.stripeAccount()).toMatchObject({ account: null })
  })
})

describe('an event of Stripe', () => {
  it('that is forged, changed, signed for another endpoint, or years old does nothing', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    site.stripe.connect.onboard(account, 'in_review')
    const event = site.stripe.events.at(-1)
    if (event === undefined) throw new Error('no event')
    const { body } = event
    const { sign } = site.stripe
    const longAgo = new Date('2020-01-01T00:00:00Z')
    const secret = standInStripeKeys.connectSecret
    for (const forged of [
      { body, signature: '' },
      { body, signature: 't=1,v1=1' },
      { body, signature: sign(body) },
      { body, signature: sign(body, site.clock.now(), 'whsec_another') },
      { body, signature: sign(body, longAgo, secret) },
      { body: body.replace(account, 'acct_other'), signature: event.signature },
    ])
      expect(await site.deliver(forged)).toBe(403)
    const large = JSON.stringify({ id: 'evt_1', text: 'x'.repeat(300 * 1024) })
    const signed = { body: large, signature: sign(large, site.clock.now(), secret) }
    expect(await site.deliver(signed)).toBe(413)
    expect(await client.payouts.list()).toMatchObject({ stripe_account: account })
  })

  it('is handled once, in any order, and never believed: Stripe is asked', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    const { connect, events, requests } = site.stripe
    connect.onboard(account, 'in_review')
    connect.onboard(account)
    const [review, ready] = events.slice(-2)
    if (review === undefined || ready === undefined) throw new Error('no events')
    // The newer one first: the older one says what is no more.
    for (const event of [ready, review, ready, review]) expect(await site.deliver(event)).toBe(200)
    expect(await client.payouts.list()).toMatchObject({ stripe_account: account })
    const asked = requests.length
    expect(await site.deliver(review)).toBe(200)
    expect(requests).toHaveLength(asked)
    const later = new Date(site.clock.now().getTime() + 301_000)
    site.clock.shiftWall(301_000)
    expect(await site.deliver(review)).toBe(403)
    expect(site.clock.now() >= later).toBe(true)
  })

  it('about an account or a transfer of somebody else changes nothing', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    const { id } = await client.payouts.request({
      body: { method: 'stripe', micro_usd: 50 * dollar, fee_micro_usd: dollar },
    })
    const { sign } = site.stripe
    const asked = site.stripe.requests.length
    const stranger = {
      id: 'evt_1',
      object: 'event',
      type: 'account.updated',
      account: 'acct_other',
    }
    const body = JSON.stringify({ ...stranger, data: { object: { id: account } } })
    const signature = sign(body, site.clock.now(), standInStripeKeys.connectSecret)
    expect(await site.deliver({ body, signature })).toBe(200)
    expect(site.stripe.requests).toHaveLength(asked)
    // A transfer that names our payout, but is of another amount.
    const made = await transferByHand(site, { destination: account, payout: id })
    const event = site.stripe.events.find(({ type }) => type === 'transfer.created')
    expect(made).toBe(200)
    expect(await site.deliver(event ?? { body: '', signature: '' })).toBe(200)
    expect(await client.payouts.list()).toMatchObject({ payouts: [{ state: 'approved' }] })
  })

  it('that cannot be checked now is sent again', async () => {
    await using site = await startStripeSite()
    const { client, account } = await site.payee(100 * dollar)
    site.stripe.connect.onboard(account, 'in_review')
    const event = site.stripe.events.at(-1)
    if (event === undefined) throw new Error('no event')
    site.stripe.fail(/^GET \/v1\/accounts/, 'early')
    expect(await site.deliver(event)).toBe(502)
    expect(await site.deliver(event)).toBe(200)
    expect(await client.payouts.list()).toMatchObject({ stripe_account: null })
  })
})

/** The account as the page shows it, which asks Stripe again after some seconds. */
async function read(site: StripeSite, { client }: Provider) {
  site.clock.shiftWall(4_000)
  const { account } = await client.payouts.stripeAccount()
  if (account === null) throw new Error('no account')
  return account
}

function accountsIn({ stripe }: StripeSite) {
  return [...stripe.objects.values()].filter(({ object }) => object === 'account')
}

async function transferByHand(
  { stripe }: StripeSite,
  { destination, payout }: { destination: string; payout: string },
): Promise<number> {
  const body = new URLSearchParams({
    ...{ amount: '100', currency: 'usd', destination, transfer_group: payout },
    'metadata[payout]': payout,
  })
  const headers = { authorization: `Bearer ${standInStripeKeys.secretKey}` }
  const response = await fetch(`${stripe.url}/v1/transfers`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}

async function emailAbout({ server }: StripeSite, words: string): Promise<string> {
  return eventually(() => {
    const found = server.emails.find(({ subject }) => subject.includes(words))
    if (found === undefined) throw new Error(`no email about ${words}`)
    return found.text
  })
}
