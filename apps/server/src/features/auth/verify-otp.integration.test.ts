import { otpLifeS } from '@gridloom/contract/core/constants'
import { register } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type IdentitySite, identitySite, wrongCode } from '../../../test/identity-site.ts'

const ada = 'ada@example.com'
const hers = 'her own password'
const wrong = { status: 400, body: { code: 'code_wrong' } }
const dead = { status: 401 }

describe('verifyOtp after a registration', () => {
  it('verifies the address, opens the account without credit and continues the session', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    expect(await detailsOf(site, token)).toMatchObject({ email_verified: false })
    const verified = await site.verify(ada, await site.codeOf(ada), { token })
    expect(verified.status).toBe(200)
    expect(await detailsOf(site, verified.token)).toMatchObject({
      email_verified: true,
      has_password: true,
      has_entered_referral_code: false,
    })
    const balance = await site.server.client(verified.token).ledger.balance()
    expect(balance.available_micro_usd).toBe(0)
    expect(await site.login(ada, hers)).toMatchObject({ status: 200 })
  })

  it('rotates the token of the registration', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const verified = await site.verify(ada, await site.codeOf(ada), { token })
    expect(verified.token).not.toBe(token)
    expect(await site.call('/api/user/details', { method: 'GET', token })).toMatchObject({
      status: 403,
    })
  })

  it('redeems the access code from the registration', async () => {
    await using site = await identitySite()
    const begun = await registerWith(site, ada, site.server.accessCode)
    const { token } = await site.verify(ada, await site.codeOf(ada), { token: begun })
    expect(await detailsOf(site, token)).toMatchObject({ has_entered_referral_code: true })
  })

  it('grants no access with a code that was revoked before the verification', async () => {
    await using site = await identitySite()
    const begun = await registerWith(site, ada, site.server.accessCode)
    await revokeAllCodes(site)
    const { token } = await site.verify(ada, await site.codeOf(ada), { token: begun })
    expect(await detailsOf(site, token)).toMatchObject({
      email_verified: true,
      has_entered_referral_code: false,
    })
  })

  it('sends a welcome email', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    await site.verify(ada, await site.codeOf(ada), { token })
    const subjects = (await site.emailsTo(ada)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your Gridloom verification code', 'Welcome to Gridloom'])
  })
})

describe('an unverified account that an attacker registered for another user’s address', () => {
  it('loses its password and sessions when verified without one of its sessions', async () => {
    await using site = await identitySite()
    const attacker = await site.register(ada, 'chosen by an attacker')
    const verified = await site.verify(ada, await site.codeOf(ada))
    expect(await detailsOf(site, verified.token)).toMatchObject({
      email_verified: true,
      has_password: false,
    })
    const { token } = attacker
    expect(await site.call('/api/user/details', { method: 'GET', token })).toMatchObject(dead)
    expect(await site.call('/api/refresh', { method: 'GET', token })).toMatchObject(dead)
    expect((await site.login(ada, 'chosen by an attacker')).body.code).toBe('credentials_wrong')
  })

  it('is deleted when the holder registers and verifies the address', async () => {
    await using site = await identitySite()
    const attacker = await site.register(ada, 'chosen by an attacker')
    await site.clock.advance(60_000)
    const holder = await site.register(ada, hers)
    await site.verify(ada, await site.codeOf(ada), { token: holder.token })
    const { token } = attacker
    expect(await site.call('/api/user/details', { method: 'GET', token })).toMatchObject(dead)
    expect((await site.login(ada, 'chosen by an attacker')).body.code).toBe('credentials_wrong')
    expect(await site.login(ada, hers)).toMatchObject({ status: 200 })
  })

  it('does not receive the code of a holder who registers within the same minute', async () => {
    await using site = await identitySite()
    await site.register(ada, 'chosen by an attacker')
    const holder = await site.register(ada, hers)
    expect(await site.emailsTo(ada)).toHaveLength(1)
    await site.verify(ada, await site.codeOf(ada), { token: holder.token })
    expect(await site.login(ada, hers)).toMatchObject({ status: 200 })
    expect((await site.login(ada, 'chosen by an attacker')).status).toBe(400)
  })

  it('loses its password when verified with a session of another account', async () => {
    await using site = await identitySite()
    await site.register(ada, 'chosen by an attacker')
    const eve = await site.register('eve@example.com', 'the password of eve')
    const verified = await site.verify(ada, await site.codeOf(ada), { token: eve.token })
    expect(await detailsOf(site, verified.token)).toMatchObject({ email: ada, has_password: false })
    const claims = await sql`select 1 from accounts where email_key = 'eve@example.com'
      and email_verified_at is null`.execute(site.server.container.db)
    expect(claims.rows).toHaveLength(1)
  })
})

describe('a one-time code', () => {
  it('is accepted once', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const code = await site.codeOf(ada)
    const { token: next } = await site.verify(ada, code, { token })
    expect(await site.verify(ada, code, { token: next })).toMatchObject(wrong)
    expect(await site.verify(ada, code)).toMatchObject(wrong)
  })

  it('starts one session in twenty concurrent requests', async () => {
    await using site = await identitySite()
    await site.register(ada, hers)
    const code = await site.codeOf(ada)
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.verify(ada, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const live = await sql`select 1 from sessions s join accounts a on a.id = s.account_id
      where a.email_key = ${ada} and s.ended_at is null`.execute(site.server.container.db)
    expect(live.rows).toHaveLength(1)
  })

  it('is invalid after five wrong tries, from any caller', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const code = await site.codeOf(ada)
    for (let tries = 0; tries < 5; tries++)
      expect(await site.verify(ada, wrongCode(code))).toMatchObject(wrong)
    expect(await site.verify(ada, code, { token })).toMatchObject(wrong)
  })

  it('is accepted at the fifth try', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const code = await site.codeOf(ada)
    for (let tries = 0; tries < 4; tries++) await site.verify(ada, wrongCode(code))
    expect(await site.verify(ada, code, { token })).toMatchObject({ status: 200 })
  })

  it('expires after ten minutes', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const code = await site.codeOf(ada)
    await site.clock.advance(otpLifeS * 1_000)
    expect(await site.verify(ada, code, { token })).toMatchObject(wrong)
  })

  it('is invalidated by a newer code', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const first = await site.codeOf(ada)
    await site.clock.advance(60_000)
    await site.resend(ada, { token })
    const second = await site.codeOf(ada)
    if (first !== second) expect(await site.verify(ada, first, { token })).toMatchObject(wrong)
    expect(await site.verify(ada, second, { token })).toMatchObject({ status: 200 })
  })

  it('is valid only for its own address', async () => {
    await using site = await identitySite()
    await site.register(ada, hers)
    await site.register('eve@example.com', 'the password of eve')
    const code = await site.codeOf(ada)
    if (code !== (await site.codeOf('eve@example.com')))
      expect(await site.verify('eve@example.com', code)).toMatchObject(wrong)
  })

  it('is rejected with the same error when wrong, malformed or for an unknown address', async () => {
    await using site = await identitySite()
    await site.register(ada, hers)
    const ofKnown = await site.verify(ada, wrongCode(await site.codeOf(ada)))
    const ofUnknown = await site.verify('nobody@example.com', '123456')
    const ofEmails = await site.verify(ada, 'abcdef')
    expect([ofUnknown.body, ofEmails.body]).toEqual([ofKnown.body, ofKnown.body])
  })
})

describe('a suspended account', () => {
  it('is reported only with the right code', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    await site.verify(ada, await site.codeOf(ada), { token })
    await sql`update accounts set suspended_at = now() where email_key = ${ada}`.execute(
      site.server.container.db,
    )
    await site.clock.advance(60_000)
    await site.resend(ada)
    const code = await site.codeOf(ada)
    expect(await site.verify(ada, wrongCode(code))).toMatchObject(wrong)
    expect((await site.verify(ada, code)).body.code).toBe('account_suspended')
  })
})

describe('an unverified account', () => {
  it('has a zero balance and no ledger account', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const client = site.server.client(token)
    expect(await client.ledger.balance()).toMatchObject({
      available_micro_usd: 0,
      held_micro_usd: 0,
      earned_micro_usd: 0,
    })
    const owned = await sql`select 1 from ledger_accounts l join accounts a
      on a.id = l.owner_account_id where a.email_key = ${ada}`.execute(site.server.container.db)
    expect(owned.rows).toHaveLength(0)
    expect((await site.login(ada, hers)).status).toBe(200)
  })

  it('can be verified with a session of any later sign-in to it', async () => {
    await using site = await identitySite()
    await site.register(ada, hers)
    const { token } = await site.login(ada, hers)
    const verified = await site.verify(ada, await site.codeOf(ada), { token })
    expect(await detailsOf(site, verified.token)).toMatchObject({ has_password: true })
  })
})

function detailsOf(site: IdentitySite, token: string) {
  return site.server.client(token).accounts.details()
}

function registerWith(site: IdentitySite, email: string, code: string): Promise<string> {
  return register(site.server, { email, referral_code: code })
}

async function revokeAllCodes({ server, clock }: IdentitySite): Promise<void> {
  await sql`update access_codes set revoked_at = ${clock.now()}`.execute(server.container.db)
}
