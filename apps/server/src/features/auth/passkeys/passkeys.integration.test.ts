import { limits } from '@gridloom/contract/core/constants'
import { openAccount } from '@gridloom/testkit/open-account'
import { register } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PasskeySite, startPasskeySite } from '../../../../test/passkey-site.ts'
import { sweepAuth } from '../sweep-auth.ts'
import { ceremonyLifeMs } from './relying-party.ts'

const refused = { status: 400, code: 'passkey_refused' }

describe('addPasskey', () => {
  it('stores the new passkey and emails the user', async () => {
    await using site = await startPasskeySite()
    const { client, passkey } = await site.userWithPasskey('ada@example.com')
    expect(passkey).toMatchObject({ name: 'Laptop', synced: false, last_used_at: null })
    expect(await client.auth.passkeys()).toEqual([passkey])
    const message = await emailAbout(site, 'added')
    expect(message.text).toContain('The passkey “Laptop” was added')
  })

  it('requests a discoverable, user-verified passkey and excludes existing ones', async () => {
    await using site = await startPasskeySite()
    const { client, authenticator } = await site.userWithPasskey('ada@example.com')
    const { account_id } = await client.accounts.details()
    expect((await client.auth.passkeyOptions()).options).toMatchObject({
      rp: { id: 'localhost', name: 'Gridloom' },
      user: { id: Buffer.from(account_id).toString('base64url'), name: 'ada@example.com' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentialId, transports: ['internal'] }],
    })
  })

  it('rejects another origin, a missing user verification and a stored passkey', async () => {
    await using site = await startPasskeySite()
    const { client, authenticator } = await site.userWithPasskey('ada@example.com')
    const wrong = [{ origin: 'http://localhost:4000' }, { verified: 'no' as const }]
    for (const lies of wrong)
      await expect(site.add(client, site.authenticator(), lies)).rejects.toMatchObject(refused)
    await expect(site.add(client, authenticator)).rejects.toMatchObject(refused)
    expect(await client.auth.passkeys()).toHaveLength(1)
  })

  it('accepts an answer once, within five minutes and only from the requesting user', async () => {
    await using site = await startPasskeySite()
    const ada = site.server.client(await openAccount(site.server, { access: false }))
    const eve = site.server.client(await openAccount(site.server, { access: false }))
    const hers = { ...site.authenticator().make(await ada.auth.passkeyOptions()), name: 'x' }
    await expect(eve.auth.addPasskey({ body: hers })).rejects.toMatchObject(refused)
    await ada.auth.addPasskey({ body: hers })
    await expect(ada.auth.addPasskey({ body: hers })).rejects.toMatchObject(refused)
    const late = { ...site.authenticator().make(await ada.auth.passkeyOptions()), name: 'x' }
    await site.clock.advance(ceremonyLifeMs)
    await expect(ada.auth.addPasskey({ body: late })).rejects.toMatchObject(refused)
    expect(await eve.auth.passkeys()).toEqual([])
    expect(await ada.auth.passkeys()).toHaveLength(1)
  })

  it('rejects a challenge that was issued for signing in', async () => {
    await using site = await startPasskeySite()
    const client = site.server.client(await openAccount(site.server, { access: false }))
    const { ceremony_id, options } = await client.auth.passkeyLoginOptions()
    const asked = { ...options, rp: { id: 'localhost' }, user: { id: 'YWRh' } }
    const made = site.authenticator().make({ ceremony_id, options: asked })
    const body = { ...made, name: 'x' }
    await expect(client.auth.addPasskey({ body })).rejects.toMatchObject(refused)
  })

  it('rejects a passkey beyond the maximum per account', async () => {
    await using site = await startPasskeySite()
    const { client } = await site.userWithPasskey('ada@example.com')
    const last = { ...site.authenticator().make(await client.auth.passkeyOptions()), name: 'x' }
    await fill(site)
    const full = {
      status: 409,
      code: 'limit_reached',
      message: expect.stringContaining('20 passkeys'),
    }
    await expect(client.auth.passkeyOptions()).rejects.toMatchObject(full)
    await expect(client.auth.addPasskey({ body: last })).rejects.toMatchObject(full)
  })

  it('requires a verified address, as a claimed one may pass to another user', async () => {
    await using site = await startPasskeySite()
    const claim = site.server.client(await register(site.server, { email: 'x@example.com' }))
    await expect(claim.auth.passkeyOptions()).rejects.toMatchObject({
      status: 403,
      code: 'email_unverified',
    })
  })
})

describe('removePasskey', () => {
  it('disables sign-in with the passkey and emails the user', async () => {
    await using site = await startPasskeySite()
    const { client, authenticator, passkey } = await site.userWithPasskey('ada@example.com')
    await client.auth.removePasskey({ params: { id: passkey.id } })
    expect(await client.auth.passkeys()).toEqual([])
    await expect(site.logIn(authenticator)).rejects.toMatchObject(refused)
    expect((await emailAbout(site, 'removed')).text).toContain('“Laptop”')
  })

  it('refuses to remove the last sign-in method', async () => {
    await using site = await startPasskeySite()
    const { client, passkey } = await site.userWithPasskey('ada@example.com')
    const { db } = site.server.container
    await sql`update accounts set password_hash = null where email = 'ada@example.com'`.execute(db)
    const removed = client.auth.removePasskey({ params: { id: passkey.id } })
    await expect(removed).rejects.toMatchObject({ status: 409, code: 'last_sign_in_method' })
    expect(await client.auth.passkeys()).toHaveLength(1)
  })

  it('does not count a login at an unconfigured provider as a sign-in method', async () => {
    await using site = await startPasskeySite()
    const { client, passkey } = await site.userWithPasskey('ada@example.com')
    const { db } = site.server.container
    await sql`insert into logins (id, account_id, provider, issuer, subject, email, created_at)
      select 'lgn_00000000000000000000000000', id, 'gone', 'https://gone.example', '1', email, now()
      from accounts where email = 'ada@example.com'`.execute(db)
    await sql`update accounts set password_hash = null where email = 'ada@example.com'`.execute(db)
    const removed = client.auth.removePasskey({ params: { id: passkey.id } })
    await expect(removed).rejects.toMatchObject({ code: 'last_sign_in_method' })
  })

  it('returns not_found for a passkey of another user', async () => {
    await using site = await startPasskeySite()
    const { client, passkey } = await site.userWithPasskey('ada@example.com')
    const eve = site.server.client(await openAccount(site.server, { access: false }))
    const removed = eve.auth.removePasskey({ params: { id: passkey.id } })
    await expect(removed).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect(await client.auth.passkeys()).toHaveLength(1)
  })
})

describe('passkeys', () => {
  it('are refused to callers without a valid token', async () => {
    await using site = await startPasskeySite()
    const { auth } = site.server.client('made up')
    const answer = { ceremony_id: 'none', response: {} }
    const params = { id: 'psk_00000000000000000000000000' }
    for (const call of [
      () => auth.passkeys(),
      () => auth.passkeyOptions(),
      () => auth.addPasskey({ body: { ...answer, name: 'x' } }),
      () => auth.removePasskey({ params }),
      () => auth.passkeyConfirm({ body: answer }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('leave no expired ceremony behind after a sweep', async () => {
    await using site = await startPasskeySite()
    await site.server.client().auth.passkeyLoginOptions()
    const { db, system } = site.server.container
    const left = async () => (await sql`select id from passkey_ceremonies`.execute(db)).rows.length
    await sweepAuth(system)
    expect(await left()).toBe(1)
    await site.clock.advance(ceremonyLifeMs + 1)
    await sweepAuth(system)
    expect(await left()).toBe(0)
  })
})

/** Adds passkeys up to the maximum to the account of the existing one. */
async function fill({ server }: PasskeySite): Promise<void> {
  await sql`insert into passkeys select 'psk_' || n, account_id, 'c' || n, public_key, counter, transports, synced, name, created_at, null
    from passkeys, generate_series(2, ${limits.passkeysPerAccount}::int) n`.execute(
    server.container.db,
  )
}

function emailAbout({ server }: PasskeySite, what: string) {
  return server.inbox.message('ada@example.com', ({ subject }) =>
    subject.startsWith(`A passkey was ${what}`),
  )
}
