import { sessionLifeS, tokenLifeS, unverifiedAccountLifeS } from '@gridloom/contract/core/constants'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type IdentitySite, identitySite } from '../../../test/identity-site.ts'
import { browserKnownForS } from './begin-sign-in.ts'
import { sweepAuth } from './sweep-auth.ts'

const ada = 'ada@example.com'
const hers = 'her own password'
const noId = 'ses_01jd3v8q6f7g8h9jkmnpqrstvw'

describe('the list of sessions', () => {
  it('shows the user’s sessions, last seen first', async () => {
    await using site = await setup()
    const phone = await site.login(ada, hers, { userAgent: 'A phone' })
    await site.clock.advance(tokenLifeS * 1_000)
    const renewed = await refreshed(site, site.signedIn)
    const list = await sessionsOf(site, renewed)
    expect(list).toMatchObject([
      { current: true, origin: 'password', user_agent: 'Test browser', address: '127.0.0.1' },
      { current: false, origin: 'password', user_agent: 'A phone' },
    ])
    const seenMs = list.map(({ last_seen_at }) => Date.parse(last_seen_at))
    expect((seenMs[0] ?? 0) - (seenMs[1] ?? 0)).toBe(tokenLifeS * 1_000)
    await site.server.client(await refreshed(site, phone.token)).auth.logout()
    expect(await sessionsOf(site, renewed)).toHaveLength(1)
  })

  it('omits temporary tokens and sessions of other users', async () => {
    await using site = await setup()
    await site.register('eve@example.com', 'the password of eve')
    await site.clock.advance(60_000)
    await site.resend(ada)
    await site.verify(ada, await site.codeOf(ada))
    expect(await sessionsOf(site, site.signedIn)).toHaveLength(1)
  })

  it('ends one of the user’s sessions immediately', async () => {
    await using site = await setup()
    const phone = await site.login(ada, hers)
    expect(await works(site, phone.token)).toBe(true)
    const other = (await sessionsOf(site, site.signedIn)).find(({ current }) => !current)
    expect(await end(site, site.signedIn, other?.id)).toMatchObject({ status: 200 })
    expect(await works(site, phone.token)).toBe(false)
    expect(await works(site, site.signedIn)).toBe(true)
    expect(await end(site, site.signedIn, other?.id)).toMatchObject({ status: 404 })
  })

  it('ends all other sessions', async () => {
    await using site = await setup()
    const others = [await site.login(ada, hers), await site.login(ada, hers)]
    const client = site.server.client(site.signedIn)
    expect(await client.auth.endOtherSessions()).toEqual({ ended: 2 })
    for (const { token } of others) expect(await works(site, token)).toBe(false)
    expect(await client.auth.endOtherSessions()).toEqual({ ended: 0 })
  })

  it('hides sessions from other users, and from callers without a valid token', async () => {
    await using site = await setup()
    const eve = (await site.register('eve@example.com', 'the password of eve')).token
    const [hersNow] = await sessionsOf(site, site.signedIn)
    const unknown = await end(site, eve, noId)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await end(site, eve, hersNow?.id)).body).toEqual(unknown.body)
    for (const token of ['made up', '']) {
      const path = '/api/user/sessions'
      for (const call of [{ method: 'GET' }, { method: 'DELETE' }] as const)
        expect(await site.call(path, { ...call, token })).toMatchObject({ status: 401 })
      expect(await end(site, token, hersNow?.id)).toMatchObject({ status: 401 })
    }
    expect(await site.server.client(eve).auth.endOtherSessions()).toEqual({ ended: 0 })
    expect(await works(site, site.signedIn)).toBe(true)
  })
})

describe('the extension’s token', () => {
  it('can only read the user’s details', async () => {
    await using site = await setup()
    const client = site.server.client(site.signedIn)
    const { token } = await client.auth.extensionToken()
    expect(await site.server.client(token).accounts.details()).toMatchObject({ email: ada })
    for (const [method, path] of [
      ['GET', '/api/user/sessions'],
      ['GET', '/api/balance'],
      ['GET', '/api/instances'],
      ['POST', '/api/extension/token'],
      ['DELETE', '/api/user/sessions'],
    ] as const)
      expect([path, (await site.call(path, { method, token })).status]).toEqual([path, 401])
  })

  it('is listed among the sessions and can be ended there', async () => {
    await using site = await setup()
    const client = site.server.client(site.signedIn)
    const { token } = await client.auth.extensionToken()
    const extension = (await client.auth.sessions()).find(({ origin }) => origin === 'extension')
    expect(extension).toMatchObject({ current: false })
    await end(site, site.signedIn, extension?.id)
    expect(await works(site, token)).toBe(false)
  })

  it('can be refreshed, also after the page’s session has ended', async () => {
    await using site = await setup()
    const { token } = await site.server.client(site.signedIn).auth.extensionToken()
    await site.server.client(site.signedIn).auth.logout()
    await site.clock.advance(tokenLifeS * 1_000)
    expect(await works(site, await refreshed(site, token))).toBe(true)
  })

  it('is refused to callers without a valid token and to users without access', async () => {
    await using site = await setup()
    const path = '/api/extension/token'
    expect(await site.call(path)).toMatchObject({ status: 401 })
    expect(await site.call(path, { token: 'made up' })).toMatchObject({ status: 401 })
    const { token } = await site.register('eve@example.com', 'the password of eve')
    expect((await site.call(path, { token })).body.code).toBe('access_code_required')
  })
})

describe('sweepAuth', () => {
  it('deletes unverified accounts after a week, with their sessions, and no verified account', async () => {
    await using site = await setup()
    const claim = await site.register('claim@example.com', hers)
    await site.clock.jump(unverifiedAccountLifeS * 1_000)
    await sweepAuth(site.server.container.system)
    expect(await count(site, 'accounts')).toBe(3)
    await site.clock.jump(1)
    await sweepAuth(site.server.container.system)
    expect(await count(site, 'accounts')).toBe(2)
    expect(await works(site, claim.token)).toBe(false)
    expect(await site.login(ada, hers)).toMatchObject({ status: 200 })
  })

  it('deletes expired codes and attempts', async () => {
    await using site = await setup()
    await site.login(ada, 'a wrong one')
    await site.resend('nobody@example.com')
    await sweepAuth(site.server.container.system)
    expect(await count(site, 'attempts')).toBeGreaterThan(0)
    expect(await count(site, 'one_time_codes')).toBe(2)
    await site.clock.jump(24 * 60 * 60_000 + 1)
    await sweepAuth(site.server.container.system)
    expect(await count(site, 'attempts')).toBe(0)
    expect(await count(site, 'one_time_codes')).toBe(0)
  })

  it('deletes the tokens of ended sessions, and the sessions once their browsers are forgotten', async () => {
    await using site = await setup()
    await site.server.client(site.signedIn).auth.logout()
    await site.clock.jump(1)
    await sweepAuth(site.server.container.system)
    expect(await count(site, 'tokens')).toBe(0)
    expect(await count(site, 'sessions')).toBe(1)
    await site.clock.jump((sessionLifeS + browserKnownForS) * 1_000)
    await sweepAuth(site.server.container.system)
    expect(await count(site, 'sessions')).toBe(0)
  })
})

interface Site extends IdentitySite {
  signedIn: string
}

/** Ada has verified her address, has access and is signed in. */
async function setup(): Promise<Site> {
  const site = await identitySite()
  const { token } = await site.register(ada, hers)
  const verified = await site.verify(ada, await site.codeOf(ada), { token })
  const entered = await site.call('/api/access-code/referal', {
    token: verified.token,
    body: { referral_code: site.server.accessCode },
  })
  return { ...site, signedIn: entered.token }
}

function sessionsOf(site: IdentitySite, token: string) {
  return site.server.client(token).auth.sessions()
}

function end(site: IdentitySite, token: string, id: string | undefined) {
  return site.call(`/api/user/sessions/${id}`, { method: 'DELETE', token })
}

async function works(site: IdentitySite, token: string): Promise<boolean> {
  const { status } = await site.call('/api/user/details', { method: 'GET', token })
  return status === 200
}

async function refreshed(site: IdentitySite, token: string): Promise<string> {
  const { body } = await site.call('/api/refresh', { method: 'GET', token })
  return String(body.token)
}

type Table = 'accounts' | 'attempts' | 'one_time_codes' | 'sessions' | 'tokens'

async function count({ server }: IdentitySite, table: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(server.container.db)
  return rows[0]?.count ?? 0
}
