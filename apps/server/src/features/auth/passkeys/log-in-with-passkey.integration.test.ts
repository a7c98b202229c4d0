import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Lies } from '../../../../test/authenticator.ts'
import { type PasskeySite, startPasskeySite } from '../../../../test/passkey-site.ts'
import { ceremonyLifeMs } from './relying-party.ts'

const refused = { status: 400, code: 'passkey_refused' }

describe('signing in with a passkey', () => {
  it('opens the passkey’s account, in a session with passkey as its origin', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.userWithPasskey('ada@example.com')
    const entered = site.server.client(await site.logIn(authenticator))
    expect(await entered.accounts.details()).toEqual(await client.accounts.details())
    const current = (await entered.auth.sessions()).find((session) => session.current)
    expect(current).toMatchObject({ origin: 'passkey' })
    expect(await client.auth.passkeys()).toMatchObject([{ last_used_at: expect.any(String) }])
  })

  it('reveals no passkeys and no accounts in its options', async () => {
    await using site = await startPasskeySite()
    await site.userWithPasskey('ada@example.com')
    const { options } = await site.server.client().auth.passkeyLoginOptions()
    expect(options).toEqual({
      rpId: 'localhost',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      userVerification: 'required',
      timeout: ceremonyLifeMs,
    })
  })

  it.each<[string, Lies]>([
    ['page', { origin: 'http://localhost:4000' }],
    ['site', { rpId: 'evil.example' }],
    ['challenge', { challenge: 'b3RoZXI' }],
    ['kind of ceremony', { type: 'webauthn.create' }],
    ['verification', { verified: 'no' }],
    ['presence', { present: 'no' }],
    ['account', { handle: 'YWNjX290aGVy' }],
    ['signature', { signature: 'MEUCIQ' }],
    ['credential', { credentialId: 'b3RoZXI' }],
    ['account: none', { handle: '' }],
  ])('rejects the wrong %s', async (_what, lies) => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.userWithPasskey('ada@example.com')
    await expect(site.logIn(authenticator, lies)).rejects.toMatchObject(refused)
    await expect(site.logIn(authenticator)).resolves.toEqual(expect.any(String))
  })

  it('rejects a signature counter that did not increase, as the passkey may be cloned', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.userWithPasskey('ada@example.com')
    await site.logIn(authenticator, { counter: 7 })
    for (const counter of [0, 6, 7])
      await expect(site.logIn(authenticator, { counter })).rejects.toMatchObject(refused)
    await expect(site.logIn(authenticator, { counter: 8 })).resolves.toEqual(expect.any(String))
  })

  it('accepts a synced passkey without a counter and records that it is synced', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.userWithPasskey('ada@example.com')
    expect(await client.auth.passkeys()).toMatchObject([{ synced: false }])
    for (const _time of ['once', 'again'])
      await site.logIn(authenticator, { counter: 0, synced: 'yes' })
    expect(await client.auth.passkeys()).toMatchObject([{ synced: true }])
  })

  it('accepts an answer once, also in concurrent requests', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.userWithPasskey('ada@example.com')
    const visitor = site.server.client().auth
    const body = authenticator.use(await visitor.passkeyLoginOptions(), { counter: 0 })
    const both = await Promise.allSettled([
      visitor.passkeyLogin({ body }),
      visitor.passkeyLogin({ body }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(visitor.passkeyLogin({ body })).rejects.toMatchObject(refused)
  })

  it('rejects a challenge that was issued for creating a passkey', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.userWithPasskey('ada@example.com')
    const { ceremony_id, options } = await client.auth.passkeyOptions()
    const asked = { ceremony_id, options: { ...options, rpId: 'localhost' } }
    const body = authenticator.use(asked)
    await expect(site.server.client().auth.passkeyLogin({ body })).rejects.toMatchObject(refused)
  })

  it('accepts an answer for five minutes', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.userWithPasskey('ada@example.com')
    const visitor = site.server.client().auth
    const ceremonies = [await visitor.passkeyLoginOptions(), await visitor.passkeyLoginOptions()]
    const [quick, slow] = ceremonies.map((ceremony) => authenticator.use(ceremony))
    await site.clock.advance(ceremonyLifeMs - 1)
    await expect(visitor.passkeyLogin({ body: quick ?? never })).resolves.toBeDefined()
    await site.clock.advance(1)
    await expect(visitor.passkeyLogin({ body: slow ?? never })).rejects.toMatchObject(refused)
  })

  it('rejects an unknown passkey, one with another’s handle, and a malformed answer', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.userWithPasskey('ada@example.com')
    const { account_id } = await client.accounts.details()
    const { credentialId } = authenticator
    const hers = { credentialId, handle: Buffer.from(account_id).toString('base64url') }
    for (const lies of [{}, hers])
      await expect(site.logIn(site.authenticator(), lies)).rejects.toMatchObject(refused)
    await expect(site.server.client().auth.passkeyLogin({ body: never })).rejects.toMatchObject(
      refused,
    )
  })

  it('reports a suspended account only after a valid signature', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.userWithPasskey('ada@example.com')
    await suspend(site)
    const wrong = site.logIn(authenticator, { signature: 'MEUCIQ' })
    await expect(wrong).rejects.toMatchObject(refused)
    await expect(site.logIn(authenticator)).rejects.toMatchObject({
      status: 403,
      code: 'account_suspended',
    })
  })
})

const never = { ceremony_id: 'none', response: {} }

async function suspend({ server }: PasskeySite): Promise<void> {
  const { db } = server.container
  await sql`update accounts set suspended_at = now() where email = 'ada@example.com'`.execute(db)
}
