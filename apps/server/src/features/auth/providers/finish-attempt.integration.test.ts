import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aBrowser } from '../../../../test/browser.ts'
import { ada, startIssuer } from '../../../../test/issuer.ts'
import { type ProviderSite, startProviderSite } from '../../../../test/provider-site.ts'
import { accountByEmail } from '../../accounts/accounts-store.ts'
import { sweepAuth } from '../sweep-auth.ts'
import { attemptLifeS } from './cookies.ts'

describe('providerCallback', () => {
  it.each(['state', 'nonce', 'code_challenge'])(
    'rejects an answer to a request whose %s was changed',
    async (name) => {
      await using site = await startProviderSite()
      const browser = aBrowser()
      const other = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
      const callback = await site.callback(browser, ({ searchParams }) =>
        searchParams.set(name, other),
      )
      const problem = name === 'state' ? 'state_wrong' : 'provider_refused'
      expect(await problemAt(browser, callback)).toBe(problem)
      expect(await nobodyCame(site)).toBe(true)
    },
  )

  it('accepts an answer once', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    const { address } = await browser.visit(`${site.publicUrl}/api/google/login`)
    const cookie = browser.cookiesFor('/api/google/callback')
    const callback = (await browser.visit(address)).address
    expect(await problemAt(browser, callback)).toBeNull()
    expect(await problemAt(browser, callback)).toBe('state_wrong')
    const again = await browser.visit(callback, { headers: { cookie } })
    expect(again.address.searchParams.get('problem')).toBe('state_wrong')
  })

  it('accepts one of two concurrent answers', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    const callback = await site.callback(browser)
    const cookie = browser.cookiesFor('/api/google/callback')
    const both = await Promise.all(
      [aBrowser(), aBrowser()].map((tab) => tab.visit(callback, { headers: { cookie } })),
    )
    const problems = both.map(({ address }) => address.searchParams.get('problem'))
    expect(problems.filter((problem) => problem === null)).toHaveLength(1)
  })

  it('rejects an answer in another browser, so that no link can sign a user in as someone else', async () => {
    await using site = await startProviderSite()
    const callback = await site.callback(aBrowser())
    const strange = aBrowser()
    expect(await problemAt(strange, callback)).toBe('state_wrong')
    await strange.visit(`${site.publicUrl}/api/google/login`)
    expect(await problemAt(strange, callback)).toBe('state_wrong')
    expect(await nobodyCame(site)).toBe(true)
  })

  it('rejects the state from the URL in place of the cookie', async () => {
    await using site = await startProviderSite()
    const callback = await site.callback(aBrowser())
    const cookie = `gridloom-attempt=${callback.searchParams.get('state')}`
    const { address } = await aBrowser().visit(callback, { headers: { cookie } })
    expect(address.searchParams.get('problem')).toBe('state_wrong')
  })

  it('rejects an answer of another provider', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    const callback = await site.callback(browser)
    callback.pathname = '/api/oidc/callback'
    expect(await problemAt(browser, callback)).toBe('state_wrong')
  })

  it('accepts an answer for ten minutes', async () => {
    await using site = await startProviderSite()
    const [quick, slow] = [aBrowser(), aBrowser()]
    const callbacks = [await site.callback(quick), await site.callback(slow)] as const
    await site.clock.advance(attemptLifeS * 1_000 - 1)
    expect(await problemAt(quick, callbacks[0])).toBeNull()
    await site.clock.advance(1)
    expect(await problemAt(slow, callbacks[1])).toBe('state_wrong')
  })

  it('reports that the user declined', async () => {
    await using site = await startProviderSite()
    site.issuer.refusal = 'access_denied'
    const browser = aBrowser()
    const { address } = await site.signIn(browser)
    expect(address.href).toBe(`${site.publicUrl}/verify?problem=access_denied`)
    expect(browser.cookiesFor('/api')).toBe('')
  })

  it.each([
    ['nonce', { nonce: 'of another attempt' }],
    ['audience', { aud: 'another client' }],
  ])('rejects an identity with the wrong %s', async (_what, lies) => {
    await using site = await startProviderSite()
    site.issuer.lies = lies
    const { address } = await site.signIn(aBrowser())
    expect(address.searchParams.get('problem')).toBe('provider_refused')
    expect(await nobodyCame(site)).toBe(true)
  })

  it('ends a failed attempt', async () => {
    await using site = await startProviderSite()
    const browser = aBrowser()
    const callback = await site.callback(browser)
    const cookie = browser.cookiesFor('/api/google/callback')
    site.issuer.tokens = 'broken'
    expect(await problemAt(browser, callback)).toBe('provider_down')
    site.issuer.tokens = 'good'
    const again = await browser.visit(callback, { headers: { cookie } })
    expect(again.address.searchParams.get('problem')).toBe('state_wrong')
  })

  it('records the sign-in in the audit log under the account', async () => {
    await using site = await startProviderSite()
    await site.tokenOf(aBrowser())
    const { db } = site.server.container
    const accountId = await accountByEmail(db, String(ada.email))
    const { rows } =
      await sql`select action, account_id, subject from audit_entries order by action`.execute(db)
    expect(rows).toEqual([
      { action: 'auth.providerCallback', account_id: accountId, subject: 'google' },
      { action: 'auth.redeemLogin', account_id: accountId, subject: '' },
    ])
  })
})

describe('loginByProvider', () => {
  it('redirects to an error page while the issuer is down, and to the issuer once it is back', async () => {
    await using site = await startProviderSite()
    const port = Number(new URL(site.issuer.url).port)
    await site.issuer.stop()
    const { status, address } = await aBrowser().visit(`${site.publicUrl}/api/google/login`)
    expect(status).toBe(303)
    expect(address.href).toBe(`${site.publicUrl}/verify?problem=provider_down`)
    await using issuer = await startIssuer(port)
    const back = await aBrowser().visit(`${site.publicUrl}/api/google/login`)
    expect(back.address.origin).toBe(issuer.url)
  })

  it.each(['login', 'callback'])('returns not_found for an unknown provider: %s', async (page) => {
    await using site = await startProviderSite()
    for (const id of ['github', 'Google', '__proto__', 'constructor']) {
      const { status, body } = await aBrowser().visit(`${site.publicUrl}/api/${id}/${page}`)
      expect({ id, status, code: JSON.parse(body).code }).toEqual({
        id,
        status: 404,
        code: 'not_found',
      })
    }
  })

  it('lists the providers in the public configuration, without secrets', async () => {
    await using site = await startProviderSite()
    const { login_providers: shown } = await site.server.client().system.config()
    expect(shown).toEqual([
      { id: 'google', name: 'Google' },
      { id: 'oidc', name: 'Acme' },
    ])
  })
})

describe('sweepAuth', () => {
  it('deletes expired attempts and login codes', async () => {
    await using site = await startProviderSite()
    await site.callback(aBrowser())
    await site.signIn(aBrowser())
    const { db, system } = site.server.container
    const left = async () => {
      const { rows } = await sql<{ states: number; codes: number }>`select
        (select count(*) from login_states) as states, (select count(*) from login_codes) as codes`.execute(
        db,
      )
      return rows[0]
    }
    await sweepAuth(system)
    expect(await left()).toEqual({ states: 1, codes: 1 })
    await site.clock.advance(attemptLifeS * 1_000 + 1)
    await sweepAuth(system)
    expect(await left()).toEqual({ states: 0, codes: 0 })
  })
})

async function problemAt(browser: ReturnType<typeof aBrowser>, address: URL) {
  return (await browser.visit(address)).address.searchParams.get('problem')
}

/** Whether no account was created for the user at the issuer. */
async function nobodyCame({ server }: ProviderSite): Promise<boolean> {
  return (await accountByEmail(server.container.db, String(ada.email))) === null
}
