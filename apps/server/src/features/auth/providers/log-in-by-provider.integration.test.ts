import { openAccount } from '@gridloom/testkit/open-account'
import { register } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aBrowser } from '../../../../test/browser.ts'
import { ada } from '../../../../test/issuer.ts'
import { type ProviderSite, startProviderSite } from '../../../../test/provider-site.ts'
import { noFeatures } from '../../../platform/all-features.ts'
import { accountByEmail } from '../../accounts/accounts-store.ts'
import { readBalance } from '../../ledger/index.ts'
import { loginCodeLifeS } from './cookies.ts'

describe('signing in through a provider', () => {
  it('creates a verified account without a password for a new address, and welcomes it by email', async () => {
    await using site = await startProviderSite()
    const token = await site.tokenOf(aBrowser())
    const client = site.server.client(token)
    expect(await client.accounts.details()).toMatchObject({
      email: 'ada@example.com',
      username: 'ada',
      email_verified: true,
      has_password: false,
      has_entered_referral_code: false,
      role: 'user',
    })
    expect(await client.auth.sessions()).toMatchObject([{ origin: 'provider', current: true }])
    expect(await availableOf(site, 'ada@example.com')).toBe(0)
    const isWelcome = ({ subject }: { subject: string }) => subject === 'Welcome to Gridloom'
    await site.server.inbox.message('ada@example.com', isWelcome)
  })

  it('puts no token, code or address into any URL', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    const { address } = await site.signIn(browser)
    expect(address.href).toBe(`${site.publicUrl}/verify?provider=google`)
    const cookies = browser.cookiesFor('/api/login/redeem')
    const code = /gridloom-login=([\w-]{43})/.exec(cookies)?.[1]
    const { token } = await site.redeem(browser)
    expect(browser.history).toHaveLength(4)
    for (const secret of [code, token, 'ada@', 'ada%40', 'example.com'])
      expect(browser.history.join('\n')).not.toContain(secret)
  })

  it('sets cookies that are hidden from scripts and from other sites', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    const begun = await browser.visit(`${site.publicUrl}/api/google/login`)
    expect(begun).toMatchObject({
      status: 303,
      cookies: [{ path: '/', httpOnly: true, sameSite: 'lax', maxAge: 600 }],
    })
    const returned = await browser.visit((await browser.visit(begun.address)).address)
    expect(returned.cookies).toMatchObject([
      { name: 'gridloom-attempt', maxAge: 0 },
      { name: 'gridloom-login', httpOnly: true, sameSite: 'strict', path: '/' },
    ])
  })

  it('begins nothing from a link on another site, which could sign a user in unasked', async () => {
    await using site = await startProviderSite()
    const from = (place: string) =>
      aBrowser().visit(`${site.publicUrl}/api/google/login`, {
        headers: { 'sec-fetch-site': place },
      })
    for (const place of ['cross-site', 'same-site']) {
      const { address, cookies } = await from(place)
      expect(address.href).toBe(`${site.publicUrl}/verify?problem=state_wrong`)
      expect(cookies).toEqual([])
    }
    for (const place of ['same-origin', 'none']) expect((await from(place)).cookies).toHaveLength(1)
  })

  it('identifies a returning user by the issuer’s subject, whatever their address', async () => {
    await using site = await startProviderSite()
    const first = await site.server.client(await site.tokenOf(aBrowser())).accounts.details()
    site.issuer.person = { sub: ada.sub, email: 'countess@example.com', email_verified: false }
    const client = site.server.client(await site.tokenOf(aBrowser()))
    expect(await client.accounts.details()).toEqual(first)
    expect(await client.auth.logins()).toMatchObject([
      { provider: 'google', email: 'countess@example.com', last_used_at: expect.any(String) },
    ])
  })

  it('does not identify a user by address when the subject differs', async () => {
    await using site = await startProviderSite()
    await site.tokenOf(aBrowser())
    site.issuer.person = { ...ada, sub: 'another ada' }
    expect(problemOf(await site.signIn(aBrowser()))).toBe('account_exists')
  })

  it('never connects an existing account by its address', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { email: 'Ada@example.com', access: false })
    const browser = aBrowser()
    const { address } = await site.signIn(browser)
    expect(address.href).toBe(`${site.publicUrl}/verify?problem=account_exists`)
    expect(await site.redeem(browser)).toMatchObject({ status: 400, code: 'login_expired' })
    expect(await site.server.client(token).auth.logins()).toEqual([])
  })

  it('replaces an account that only claimed the address, and ends its session', async () => {
    await using site = await startProviderSite()
    const claim = await register(site.server, { email: 'ada@example.com' })
    const token = await site.tokenOf(aBrowser())
    expect(await site.server.client(token).accounts.details()).toMatchObject({
      has_password: false,
    })
    await expect(site.server.client(claim).accounts.details()).rejects.toMatchObject({
      status: 401,
    })
  })

  it.each([
    [{ ...ada, email_verified: false }],
    [{ sub: ada.sub, email: 'ada@example.com' }],
    [{ ...ada, email: 'no address' }],
  ])('creates no account for an address that the issuer does not vouch for: %j', async (person) => {
    await using site = await startProviderSite()
    site.issuer.person = person
    expect(problemOf(await site.signIn(aBrowser()))).toBe('address_unverified')
    expect(await accountByEmail(site.server.container.db, 'ada@example.com')).toBeNull()
  })

  it('creates one account for two concurrent sign-ins', async () => {
    await using site = await startProviderSite()
    const tabs = [aBrowser(), aBrowser()]
    const tokens = await Promise.all(tabs.map((tab) => site.tokenOf(tab)))
    const people = await Promise.all(
      tokens.map((token) => site.server.client(token).accounts.details()),
    )
    expect(people[0]).toEqual(people[1])
    expect(await availableOf(site, 'ada@example.com')).toBe(0)
  })
})

describe('redeemLogin', () => {
  it('returns a session once', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    await site.signIn(browser)
    const cookie = browser.cookiesFor('/api/login/redeem')
    expect(await site.redeem(browser)).toMatchObject({ status: 200 })
    expect(await site.redeem(browser)).toMatchObject({ status: 400, code: 'login_expired' })
    expect(await site.redeem(aBrowser(), { cookie })).toMatchObject({ code: 'login_expired' })
  })

  it('returns no session after a minute', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    await site.signIn(browser)
    await site.clock.advance(loginCodeLifeS * 1_000)
    expect(await site.redeem(browser)).toMatchObject({ status: 400, code: 'login_expired' })
  })

  it('rejects a browser without the cookie', async () => {
    await using site = await startProviderSite()
    await site.signIn(aBrowser())
    expect(await site.redeem(aBrowser())).toMatchObject({ status: 400, code: 'login_expired' })
  })

  it('refuses a suspended account', async () => {
    await using site = await startProviderSite()
    await site.tokenOf(aBrowser())
    const { db } = site.server.container
    await sql`update accounts set suspended_at = now() where email = 'ada@example.com'`.execute(db)
    const browser = aBrowser()
    await site.signIn(browser)
    expect(await site.redeem(browser)).toMatchObject({ status: 403, code: 'account_suspended' })
  })

  it('ends the previous session of the browser', async () => {
    await using site = await startProviderSite()
    const before = await site.tokenOf(aBrowser())
    const browser = aBrowser()
    await site.signIn(browser)
    await site.redeem(browser, { authorization: `Bearer ${before}` })
    await expect(site.server.client(before).accounts.details()).rejects.toMatchObject({
      status: 401,
    })
  })
})

function problemOf({ address }: { address: URL }) {
  return address.searchParams.get('problem')
}

async function availableOf({ server }: ProviderSite, email: string): Promise<number> {
  const accountId = await accountByEmail(server.container.db, email)
  if (accountId === null) throw new Error(`no account ${email}`)
  return (await readBalance(server.container.system, accountId, noFeatures)).available_micro_usd
}
