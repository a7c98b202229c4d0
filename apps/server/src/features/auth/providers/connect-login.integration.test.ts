import { confirmedForS } from '@gridloom/contract/core/constants'
import { openAccount } from '@gridloom/testkit/open-account'
import { register } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'
import { aBrowser, type Browser } from '../../../../test/browser.ts'
import { ada } from '../../../../test/issuer.ts'
import { type ProviderSite, startProviderSite } from '../../../../test/provider-site.ts'

describe('connectLogin', () => {
  it('connects the provider with the caller’s account, emails the user and enables sign-in', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { email: 'grace@example.com', access: false })
    const { address } = await connect(site, aBrowser(), token)
    expect(address.href).toBe(`${site.publicUrl}/account?connected=google`)
    const client = site.server.client(token)
    expect(await client.auth.logins()).toMatchObject([
      { provider: 'google', email: 'ada@example.com', last_used_at: null },
    ])
    const email = await emailAbout(site, 'connected')
    expect(email.text).toContain('Google was connected to your Gridloom account')
    const entered = site.server.client(await site.tokenOf(aBrowser()))
    expect(await entered.accounts.details()).toEqual(await client.accounts.details())
  })

  it('changes nothing when repeated', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { access: false })
    await connect(site, aBrowser(), token)
    const { address } = await connect(site, aBrowser(), token)
    expect(address.search).toBe('?connected=google')
    expect(await site.server.client(token).auth.logins()).toHaveLength(1)
  })

  it('rejects a login that is connected with another account', async () => {
    await using site = await startProviderSite()
    await site.tokenOf(aBrowser())
    const token = await openAccount(site.server, { access: false })
    const { address } = await connect(site, aBrowser(), token)
    expect(address.href).toBe(`${site.publicUrl}/account?problem=login_taken`)
    expect(await site.server.client(token).auth.logins()).toEqual([])
  })

  it('rejects an answer in another browser, so that no link can connect an attacker’s login', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { access: false })
    const url = await begin(site, aBrowser(), token)
    const { address } = await aBrowser().open(url)
    expect(address.href).toBe(`${site.publicUrl}/verify?problem=state_wrong`)
    expect(await site.server.client(token).auth.logins()).toEqual([])
  })

  it('rejects an answer after the session has ended', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { access: false })
    const browser = aBrowser()
    const url = await begin(site, browser, token)
    await site.server.client(token).auth.logout()
    const { address } = await browser.open(url)
    expect(address.href).toBe(`${site.publicUrl}/account?problem=state_wrong`)
  })

  it('returns to the account page when the user declines', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { access: false })
    site.issuer.refusal = 'access_denied'
    const { address } = await connect(site, aBrowser(), token)
    expect(address.href).toBe(`${site.publicUrl}/account?problem=access_denied`)
  })

  it('requires a verified address, as a claimed one may pass to another user', async () => {
    await using site = await startProviderSite()
    const claim = site.server.client(await register(site.server, { email: 'x@example.com' }))
    await expect(claim.auth.connectLogin(google)).rejects.toMatchObject({
      status: 403,
      code: 'email_unverified',
    })
  })

  it('requires recent re-authentication, as removing a login does', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { access: false })
    await site.clock.advance(confirmedForS * 1_000 - 1_000)
    const fresh = (await site.server.client(token).auth.refresh()).token
    await site.clock.advance(1_000)
    const client = site.server.client(fresh)
    for (const call of [
      () => client.auth.connectLogin(google),
      () => client.auth.removeLogin({ params: { id: strangeId } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403, code: 'confirmation_required' })
  })

  it('reports an issuer that does not answer and an unknown provider', async () => {
    await using site = await startProviderSite()
    const client = site.server.client(await openAccount(site.server, { access: false }))
    await site.issuer.stop()
    await expect(client.auth.connectLogin(google)).rejects.toMatchObject({
      status: 502,
      code: 'provider_down',
      message: 'Google is not responding. Try again in a minute.',
    })
    const github = { params: { provider: 'github' } }
    await expect(client.auth.connectLogin(github)).rejects.toMatchObject({ status: 404 })
  })

  it('rejects a caller without a valid token', async () => {
    await using site = await startProviderSite()
    const stranger = site.server.client('made up')
    for (const call of [
      () => stranger.auth.connectLogin(google),
      () => stranger.auth.logins(),
      () => stranger.auth.removeLogin({ params: { id: strangeId } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 401 })
  })
})

describe('removeLogin', () => {
  it('disables sign-in with the login and emails the user', async () => {
    await using site = await startProviderSite()
    const token = await openAccount(site.server, { email: 'grace@example.com', access: false })
    await connect(site, aBrowser(), token)
    const client = site.server.client(token)
    const [login] = await client.auth.logins()
    await client.auth.removeLogin({ params: { id: String(login?.id) } })
    expect(await client.auth.logins()).toEqual([])
    expect((await emailAbout(site, 'disconnected')).text).toContain('no longer be used to sign in')
    const entered = site.server.client(await site.tokenOf(aBrowser()))
    expect(await entered.accounts.details()).toMatchObject({ email: 'ada@example.com' })
  })

  it('refuses to remove the last sign-in method', async () => {
    await using site = await startProviderSite()
    const client = site.server.client(await site.tokenOf(aBrowser()))
    const [login] = await client.auth.logins()
    const params = { id: String(login?.id) }
    await expect(client.auth.removeLogin({ params })).rejects.toMatchObject({
      status: 409,
      code: 'last_sign_in_method',
    })
    expect(await client.auth.logins()).toHaveLength(1)
  })

  it('keeps one of two logins that are removed concurrently', async () => {
    await using site = await startProviderSite()
    const token = await site.tokenOf(aBrowser())
    site.issuer.person = { ...ada, sub: 'her other login' }
    await connect(site, aBrowser(), token)
    const client = site.server.client(token)
    const logins = await client.auth.logins()
    const removals = await Promise.allSettled(
      logins.map(({ id }) => client.auth.removeLogin({ params: { id } })),
    )
    expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await client.auth.logins()).toHaveLength(1)
  })

  it('returns not_found for a login of another user', async () => {
    await using site = await startProviderSite()
    const owner = site.server.client(await site.tokenOf(aBrowser()))
    const [login] = await owner.auth.logins()
    const stranger = site.server.client(await openAccount(site.server, { access: false }))
    const params = { id: String(login?.id) }
    await expect(stranger.auth.removeLogin({ params })).rejects.toMatchObject({ status: 404 })
    expect(await owner.auth.logins()).toHaveLength(1)
  })
})

const google = { params: { provider: 'google' } }
const strangeId = 'lgn_00000000000000000000000000'

/** Begins to connect in a browser, as the account page does. Returns the URL to open. */
async function begin(site: ProviderSite, browser: Browser, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const address = `${site.publicUrl}/api/user/logins/google`
  const { body } = await browser.visit(address, { method: 'POST', headers })
  return JSON.parse(body).data.url
}

async function connect(site: ProviderSite, browser: Browser, token: string) {
  return browser.open(await begin(site, browser, token))
}

function emailAbout({ server }: ProviderSite, what: string) {
  return server.inbox.message('grace@example.com', ({ subject }) =>
    subject.startsWith(`Google was ${what}`),
  )
}
