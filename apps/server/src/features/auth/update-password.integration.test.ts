import { api } from '@gridloom/contract/api'
import { confirmedForS, resetLifeS } from '@gridloom/contract/core/constants'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type IdentitySite, identitySite, wrongCode } from '../../../test/identity-site.ts'

const ada = 'ada@example.com'
const old = 'her old password'
const fresh = 'her fresh password'
const minuteMs = 60_000

describe('updatePassword with a forgotten password', () => {
  it('changes the password with the temporary token and the same code', async () => {
    await using site = await setup()
    const { token, otp } = await forget(site)
    expect(await change(site, token, { otp, new_password: fresh })).toMatchObject({
      status: 200,
      body: { data: {} },
    })
    expect(await site.login(ada, fresh)).toMatchObject({ status: 200 })
    expect((await site.login(ada, old)).body.code).toBe('credentials_wrong')
  })

  it('ends every session and the temporary token, and emails a notice', async () => {
    await using site = await setup()
    const { token, otp } = await forget(site)
    await change(site, token, { otp, new_password: fresh })
    for (const ended of [site.signedIn, token])
      expect(await change(site, ended, { otp, new_password: fresh })).toMatchObject({ status: 401 })
    expect((await site.emailsTo(ada)).at(-1)?.subject).toBe('Your Gridloom password was changed')
  })

  it('requires the code again: the token alone, or with another code, changes nothing', async () => {
    await using site = await setup()
    const { token, otp } = await forget(site)
    const wrong = { status: 400, body: { code: 'code_wrong' } }
    expect(await change(site, token, { new_password: fresh })).toMatchObject(wrong)
    expect(await change(site, token, { new_password: fresh, old_password: old })).toMatchObject(
      wrong,
    )
    for (let tries = 0; tries < 5; tries++) {
      const body = { otp: wrongCode(otp), new_password: fresh }
      expect(await change(site, token, body)).toMatchObject(wrong)
    }
    expect(await change(site, token, { otp, new_password: fresh })).toMatchObject(wrong)
    expect(await site.login(ada, old)).toMatchObject({ status: 200 })
  })

  it('issues a temporary token that no other endpoint accepts', async () => {
    await using site = await setup()
    const { token } = await forget(site)
    for (const endpoint of Object.values({
      ...api.auth,
      ...api.accounts,
      ...api.keys,
      ...api.privacy,
      ...api.ledger,
    })) {
      if (endpoint.auth === 'public' || endpoint.auth === 'reset') continue
      const path = endpoint.path.replace(/\{\w+\}/g, 'ses_01jd3v8q6f7g8h9jkmnpqrstvw')
      const answer = await fetch(site.server.url + path, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 401])
    }
  })

  it('issues a temporary token that expires after ten minutes, and only one per code', async () => {
    await using site = await setup()
    const { token, otp } = await forget(site)
    expect(await site.verify(ada, otp)).toMatchObject({ status: 400 })
    await site.clock.advance(resetLifeS * 1_000)
    expect(await change(site, token, { otp, new_password: fresh })).toMatchObject({ status: 401 })
  })

  it('changes the password once in five concurrent calls', async () => {
    await using site = await setup()
    const { token, otp } = await forget(site)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        change(site, token, { otp, new_password: `${fresh} ${at}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('does not accept the code of a registration', async () => {
    await using site = await setup()
    const claim = await site.register('bob@example.com', old)
    const otp = await site.codeOf('bob@example.com')
    const answer = await change(site, claim.token, { otp, new_password: fresh })
    expect(answer).toMatchObject({ body: { fields: { old_password: 'Password is required' } } })
  })
})

describe('updatePassword while signed in', () => {
  it('requires the old password, ends other sessions and keeps this one and the API keys', async () => {
    await using site = await setup()
    const other = (await site.login(ada, old)).token
    const { key } = await site.server
      .client(site.signedIn)
      .keys.generateApiKey({ body: { name: 'ci', scopes: ['account:read'] } })
    const body = { old_password: old, new_password: fresh }
    expect(await change(site, site.signedIn, body)).toMatchObject({ status: 200 })
    expect(await details(site, site.signedIn)).toMatchObject({ status: 200 })
    expect(await details(site, key)).toMatchObject({ status: 200 })
    expect(await details(site, other)).toMatchObject({ status: 401 })
    expect((await site.emailsTo(ada)).at(-1)?.subject).toBe('Your Gridloom password was changed')
  })

  it('rejects a wrong old password, and any password for a while after ten of them', async () => {
    await using site = await setup()
    const body = { old_password: 'not this one', new_password: fresh }
    for (let tries = 0; tries < 10; tries++)
      expect((await change(site, site.signedIn, body)).body.code).toBe('credentials_wrong')
    const right = { old_password: old, new_password: fresh }
    expect(await change(site, site.signedIn, right)).toMatchObject({ status: 429 })
    await site.clock.jump(15 * minuteMs)
    const token = await refreshed(site, site.signedIn)
    expect(await change(site, token, right)).toMatchObject({ status: 200 })
  })

  it('rejects common passwords', async () => {
    await using site = await setup()
    const fields = { new_password: 'This password is too common' }
    for (const new_password of ['password123', 'ada@example.com'])
      expect(await change(site, site.signedIn, { old_password: old, new_password })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields },
      })
    expect(await site.login(ada, old)).toMatchObject({ status: 200 })
  })

  it('lets an account without a password set one after recent re-authentication', async () => {
    await using site = await identitySite()
    await site.register(ada, 'of somebody else')
    const first = await site.verify(ada, await site.codeOf(ada))
    await site.clock.advance(confirmedForS * 1_000)
    const later = await site.call('/api/refresh', { method: 'GET', token: first.token })
    const token = String(later.body.token)
    expect(await change(site, token, { new_password: fresh })).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    await sql`update sessions set confirmed_at = ${site.clock.now()}`.execute(
      site.server.container.db,
    )
    expect(await change(site, token, { new_password: fresh })).toMatchObject({ status: 200 })
    expect(await site.login(ada, fresh)).toMatchObject({ status: 200 })
  })

  it('rejects callers without a valid token, and another account’s password', async () => {
    await using site = await setup()
    const body = { old_password: old, new_password: fresh }
    expect(await change(site, 'made up', body)).toMatchObject({ status: 401 })
    expect(await site.call('/api/user/update-password', { method: 'PUT', body })).toMatchObject({
      status: 401,
    })
    const eve = await site.register('eve@example.com', 'the password of eve')
    expect((await change(site, eve.token, body)).body.code).toBe('credentials_wrong')
    expect(await site.login(ada, old)).toMatchObject({ status: 200 })
  })
})

describe('confirm', () => {
  it('re-authenticates the user by password', async () => {
    await using site = await setup()
    await site.clock.advance(confirmedForS * 1_000)
    const token = await refreshed(site, site.signedIn)
    expect((await generateKey(site, token)).body.code).toBe('confirmation_required')
    expect((await confirm(site, token, 'not hers')).body.code).toBe('credentials_wrong')
    expect((await generateKey(site, token)).body.code).toBe('confirmation_required')
    expect(await confirm(site, token, old)).toMatchObject({ status: 200 })
    expect(await generateKey(site, token)).toMatchObject({ status: 201 })
  })

  it('is blocked after ten wrong passwords, also for the right one', async () => {
    await using site = await setup()
    const guesses = Array.from({ length: 30 }, () => confirm(site, site.signedIn, 'a wrong guess'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(await confirm(site, site.signedIn, old)).toMatchObject({ status: 429 })
  })

  it('rejects a caller without a valid token, and another account’s password', async () => {
    await using site = await setup()
    expect(await confirm(site, 'made up', old)).toMatchObject({ status: 401 })
    const eve = await site.register('eve@example.com', 'the password of eve')
    expect((await confirm(site, eve.token, old)).body.code).toBe('credentials_wrong')
  })
})

interface Site extends IdentitySite {
  signedIn: string
}

/** Ada has verified her address and is signed in. */
async function setup(): Promise<Site> {
  const site = await identitySite()
  const { token } = await site.register(ada, old)
  const verified = await site.verify(ada, await site.codeOf(ada), { token })
  await site.clock.jump(minuteMs)
  return { ...site, signedIn: verified.token }
}

async function forget(site: Site): Promise<{ token: string; otp: string }> {
  await site.resend(ada)
  const otp = await site.codeOf(ada)
  return { token: (await site.verify(ada, otp)).token, otp }
}

function change(site: IdentitySite, token: string, body: object) {
  return site.call('/api/user/update-password', { method: 'PUT', token, body })
}

function confirm(site: IdentitySite, token: string, password: string) {
  return site.call('/api/user/confirm', { token, body: { password } })
}

function details(site: IdentitySite, token: string) {
  return site.call('/api/user/details', { method: 'GET', token })
}

function generateKey(site: IdentitySite, token: string) {
  const body = { name: 'ci', scopes: ['account:read'] }
  return site.call('/api/user/generate-api-key', { token, body })
}

/** The token that replaces an expired one. */
async function refreshed(site: IdentitySite, token: string): Promise<string> {
  const answer = await site.call('/api/refresh', { method: 'GET', token })
  return String(answer.body.token)
}
