import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Lies } from '../../../../test/authenticator.ts'
import { type PasskeySite, startPasskeySite } from '../../../../test/passkey-site.ts'
import { ceremonyLifeMs } from './relying-party.ts'

const refused = { status: 400, code: 'passkey_refused' }

describe('signing in with a passkey', () => {
  it('opens the account that made it, in a session that says so', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.personWithPasskey('ada@example.com')
    const entered = site.server.client(await site.logIn(authenticator))
    expect(await entered.accounts.details()).toEqual(await client.accounts.details())
    const current = (await entered.auth.sessions()).find((session) => session.current)
    expect(current).toMatchObject({ origin: 'passkey' })
    expect(await client.auth.passkeys()).toMatchObject([{ last_used_at: expect.any(String) }])
  })

  it('names no passkey and no account before somebody has shown one', async () => {
    await using site = await startPasskeySite()
    await site.personWithPasskey('ada@example.com')
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
  ])('refuses the wrong %s', async (_what, lies) => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.personWithPasskey('ada@example.com')
    await expect(site.logIn(authenticator, lies)).rejects.toMatchObject(refused)
    await expect(site.logIn(authenticator)).resolves.toEqual(expect.any(String))
  })

  it('refuses a counter that went back or stood still: the passkey was copied', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.personWithPasskey('ada@example.com')
    await site.logIn(authenticator, { counter: 7 })
    for (const counter of [0, 6, 7])
      await expect(site.logIn(authenticator, { counter })).rejects.toMatchObject(refused)
    await expect(site.logIn(authenticator, { counter: 8 })).resolves.toEqual(expect.any(String))
  })

  it('lets a synced passkey in, which counts nothing, and notes that it is one', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.personWithPasskey('ada@example.com')
    expect(await client.auth.passkeys()).toMatchObject([{ synced: false }])
    for (const _time of ['once', 'again'])
      await site.logIn(authenticator, { counter: 0, synced: 'yes' })
    expect(await client.auth.passkeys()).toMatchObject([{ synced: true }])
  })

  it('takes an answer once, also of two at the same moment', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.personWithPasskey('ada@example.com')
    const visitor = site.server.client().auth
    const body = authenticator.use(await visitor.passkeyLoginOptions(), { counter: 0 })
    const both = await Promise.allSettled([
      visitor.passkeyLogin({ body }),
      visitor.passkeyLogin({ body }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(visitor.passkeyLogin({ body })).rejects.toMatchObject(refused)
  })

  it('takes no answer to a question that was for making a passkey', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.personWithPasskey('ada@example.com')
    const { ceremony_id, options } = await client.auth.passkeyOptions()
    const asked = { ceremony_id, options: { ...options, rpId: 'localhost' } }
    const body = authenticator.use(asked)
    await expect(site.server.client().auth.passkeyLogin({ body })).rejects.toMatchObject(refused)
  })

  it('waits five minutes for an answer and no longer', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.personWithPasskey('ada@example.com')
    const visitor = site.server.client().auth
    const ceremonies = [await visitor.passkeyLoginOptions(), await visitor.passkeyLoginOptions()]
    const [quick, slow] = ceremonies.map((ceremony) => authenticator.use(ceremony))
    await site.clock.advance(ceremonyLifeMs - 1)
    await expect(visitor.passkeyLogin({ body: quick ?? never })).resolves.toBeDefined()
    await site.clock.advance(1)
    await expect(visitor.passkeyLogin({ body: slow ?? never })).rejects.toMatchObject(refused)
  })

  it('refuses a stranger’s passkey, and any shape that is none', async () => {
    await using site = await startPasskeySite()
    const { authenticator, client } = await site.personWithPasskey('ada@example.com')
    const { account_id } = await client.accounts.details()
    const { credentialId } = authenticator
    const hers = { credentialId, handle: Buffer.from(account_id).toString('base64url') }
    for (const lies of [{}, hers])
      await expect(site.logIn(site.authenticator(), lies)).rejects.toMatchObject(refused)
    await expect(site.server.client().auth.passkeyLogin({ body: never })).rejects.toMatchObject(
      refused,
    )
  })

  it('tells a suspended person so, once the passkey is verified', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.personWithPasskey('ada@example.com')
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
