import { confirmedForS } from '@gridloom/contract/core/constants'
import { openAccount } from '@gridloom/testkit/open-account'
import { describe, expect, it } from 'vitest'
import { aBrowser, type Browser } from '../../../../test/browser.ts'
import { ada } from '../../../../test/issuer.ts'
import { type ProviderSite, startProviderSite } from '../../../../test/provider-site.ts'

describe('confirmByLogin', () => {
  it('re-authenticates the session that requested it', async () => {
    await using site = await startProviderSite()
    const { client, token } = await longAgo(site)
    await expect(client.auth.connectLogin(google)).rejects.toMatchObject(wanted)
    const { address } = await confirm(site, aBrowser(), token)
    expect(address.href).toBe(`${site.publicUrl}/verify?confirmed=google`)
    await expect(client.auth.connectLogin(google)).resolves.toHaveProperty('url')
    expect(await client.auth.sessions()).toMatchObject([{ current: true }])
  })

  it('requires a sign-in at the issuer within the last 15 minutes', async () => {
    await using site = await startProviderSite()
    const { client, token } = await longAgo(site)
    const url = await begin(site, aBrowser(), token)
    expect(new URL(url).searchParams.get('max_age')).toBe('0')
    const at = Math.floor(site.clock.now().getTime() / 1_000)
    site.issuer.lies = { auth_time: at - confirmedForS }
    const { address } = await confirm(site, aBrowser(), token)
    expect(address.search).toBe('?confirming=google&problem=other_login')
    await expect(client.auth.connectLogin(google)).rejects.toMatchObject(wanted)
    site.issuer.lies = { auth_time: at }
    await confirm(site, aBrowser(), token)
    await expect(client.auth.connectLogin(google)).resolves.toHaveProperty('url')
  })

  it('rejects a login that is not connected with the account', async () => {
    await using site = await startProviderSite()
    const { client, token } = await longAgo(site)
    for (const sub of ['nobody here', 'grace-1']) {
      site.issuer.person = { ...ada, sub, email: `${sub.slice(0, 5)}@example.com` }
      if (sub === 'grace-1') await site.tokenOf(aBrowser())
      const { address } = await confirm(site, aBrowser(), token)
      expect(address.search).toBe('?confirming=google&problem=other_login')
    }
    await expect(client.auth.connectLogin(google)).rejects.toMatchObject(wanted)
    expect(await client.auth.logins()).toHaveLength(1)
  })

  it('rejects an answer in another browser than the one that began it', async () => {
    await using site = await startProviderSite()
    const { client, token } = await longAgo(site)
    const { address } = await aBrowser().open(await begin(site, aBrowser(), token))
    expect(address.search).toBe('?problem=state_wrong')
    await expect(client.auth.connectLogin(google)).rejects.toMatchObject(wanted)
  })

  it('fails once the session has ended, or when the user declines', async () => {
    await using site = await startProviderSite()
    const { client, token } = await longAgo(site)
    site.issuer.refusal = 'access_denied'
    const refused = await confirm(site, aBrowser(), token)
    expect(refused.address.search).toBe('?confirming=google&problem=access_denied')
    delete site.issuer.refusal
    const browser = aBrowser()
    const url = await begin(site, browser, token)
    await client.auth.logout()
    const { address } = await browser.open(url)
    expect(address.search).toBe('?confirming=google&problem=state_wrong')
  })

  it('reports an issuer that does not answer and an unknown provider', async () => {
    await using site = await startProviderSite()
    const client = site.server.client(await openAccount(site.server, { access: false }))
    await site.issuer.stop()
    await expect(client.auth.confirmByLogin(google)).rejects.toMatchObject({
      status: 502,
      code: 'provider_down',
    })
    const github = { params: { provider: 'github' } }
    await expect(client.auth.confirmByLogin(github)).rejects.toMatchObject({ status: 404 })
  })

  it('rejects a caller without a valid token', async () => {
    await using site = await startProviderSite()
    const stranger = site.server.client('made up')
    await expect(stranger.auth.confirmByLogin(google)).rejects.toMatchObject({ status: 401 })
  })
})

const google = { params: { provider: 'google' } }
const wanted = { status: 403, code: 'confirmation_required' }

/** A user who signed in through the provider so long ago that re-authentication is required. */
async function longAgo(site: ProviderSite) {
  const first = await site.tokenOf(aBrowser())
  await site.clock.advance(confirmedForS * 1_000 - 1_000)
  const { token } = await site.server.client(first).auth.refresh()
  await site.clock.advance(1_000)
  return { token, client: site.server.client(token) }
}

/** Begins a re-authentication in a browser, as the dialog does. Returns the URL to open. */
async function begin(site: ProviderSite, browser: Browser, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const address = `${site.publicUrl}/api/user/confirm/login/google`
  const { body } = await browser.visit(address, { method: 'POST', headers })
  return JSON.parse(body).data.url
}

async function confirm(site: ProviderSite, browser: Browser, token: string) {
  return browser.open(await begin(site, browser, token))
}
