import { createTestClock } from '@gridloom/async/test-clock'
import { api } from '@gridloom/contract/api'
import { quotas } from '@gridloom/contract/core/constants'
import { eventually } from '@gridloom/testkit/eventually'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

describe('an API key', () => {
  it('is shown once, acts for its creator and is stored only as a hash', async () => {
    await using fixture = await setup()
    const { key, api_key } = await fixture.make({ scopes: ['account:read', 'billing:read'] })
    expect(key).toMatch(/^glk_[\w-]{43}$/)
    expect(api_key).toMatchObject({ starts_with: key.slice(0, 8), spent_micro_usd: 0 })
    const mine = await fixture.person.accounts.details()
    expect(await fixture.server.client(key).accounts.details()).toEqual(mine)
    expect(JSON.stringify(await fixture.person.keys.apiKeys())).not.toContain(key.slice(8))
    expect(await fixture.dumpOf('api_keys')).not.toContain(key.slice(8))
  })

  it('is refused with the missing scope, and where a session is required', async () => {
    await using fixture = await setup()
    const { key } = await fixture.make({ scopes: ['billing:read'] })
    const bearer = fixture.server.client(key)
    await expect(bearer.accounts.details()).rejects.toMatchObject({
      status: 403,
      code: 'scope_missing',
      details: { scope: 'account:read' },
    })
    await expect(bearer.keys.apiKeys()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('opens an event stream, and is refused in the first frame of a socket without the scope', async () => {
    await using fixture = await setup()
    const { key } = await fixture.make({ scopes: ['account:read'] })
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${key}` }
    const url = new URL(api.system.events.path, fixture.server.url)
    const stream = await fetch(url, { headers, signal: stop.signal })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    stop.abort()
    const params = { id: 'ins_01jd3v8q6f7g8h9jkmnpqrstvw', port: 80 }
    const tunnel = await fixture.server.client(key).instances.tunnel({ params })
    const first = await new Promise((resolve) => tunnel.onFrame(resolve))
    expect(first).toMatchObject({ control: { code: 'scope_missing' } })
  })

  it('is refused immediately after revocation, and invisible to other users', async () => {
    await using fixture = await setup()
    const { key, api_key } = await fixture.make()
    const bearer = fixture.server.client(key)
    await bearer.accounts.details()
    const params = { id: api_key.id }
    const stranger = fixture.server.client(await openAccount(fixture.server, { access: false }))
    await expect(stranger.keys.revokeApiKey({ params })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await stranger.keys.apiKeys()).toEqual([])
    await fixture.person.keys.revokeApiKey({ params })
    await expect(bearer.accounts.details()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await fixture.person.keys.apiKeys()).toEqual([])
    await expect(fixture.person.keys.revokeApiKey({ params })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is refused once it has expired', async () => {
    const clock = createTestClock()
    await using fixture = await setup({ clock })
    const expires_at = new Date(clock.now().getTime() + 60_000).toISOString()
    const { key } = await fixture.make({ expires_at })
    const bearer = fixture.server.client(key)
    await bearer.accounts.details()
    await clock.jump(60_000)
    await expect(bearer.accounts.details()).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(fixture.make({ expires_at })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { expires_at: 'Choose a time in the future' },
    })
  })

  it('shows its budget, when the budget resets, and its allowed models', async () => {
    const clock = createTestClock('2026-11-21T17:00:00.000Z')
    await using fixture = await setup({ clock })
    const budget = { budget_micro_usd: 5, budget_period: 'weekly' as const }
    await fixture.make({ ...budget, models: ['org/one', 'org/two', 'org/one'] })
    const shown = async () => (await fixture.person.keys.apiKeys())[0]
    expect(await shown()).toMatchObject({
      ...budget,
      budget_resets_at: '2026-11-23T00:00:00.000Z',
      spent_micro_usd: 0,
      models: ['org/one', 'org/two'],
    })
    expect((await fixture.make()).api_key).toMatchObject({
      budget_period: 'never',
      budget_resets_at: null,
      models: null,
    })
    const without = await fixture.make({ budget_period: 'daily' })
    expect(without.api_key).toMatchObject({ budget_period: 'daily', budget_resets_at: null })
  })

  it('reports what was spent since its budget period began, on any resource', async () => {
    const clock = createTestClock('2026-11-21T17:00:00.000Z')
    await using fixture = await setup({ clock })
    const budget = { budget_micro_usd: 5_000, budget_period: 'daily' }
    const { api_key } = await fixture.make(budget)
    for (const [spentOn, day] of [
      ['ins_00000000000000000000000001', '2026-11-21'],
      ['ins_00000000000000000000000001', '2026-11-20'],
      ['rnj_00000000000000000000000001', '2026-11-21'],
      ['tab_00000000000000000000000001', '2026-11-21'],
      ['tab_00000000000000000000000002', '2026-11-19'],
    ])
      await sql`insert into spend_days (spent_on, day, account_id, user_id, api_key_id, micro_usd)
        values (${spentOn}, ${day}, ${fixture.userId}, ${fixture.userId}, ${api_key.id}, 100)`.execute(
        fixture.server.container.db,
      )
    const shown = async () => (await fixture.person.keys.apiKeys())[0]
    expect(await shown()).toMatchObject({ spent_micro_usd: 300 })
  })

  it('passes its allowed models to routes', async () => {
    await using fixture = await setup()
    const authenticator = fixture.server.container.authenticator
    const need = { auth: 'member', scope: 'models:use', reauth: 'any', membership: 'held' } as const
    for (const models of [['org/one'], undefined]) {
      const { key } = await fixture.make({ scopes: ['models:use'], models })
      const actor = await authenticator.authenticate({ token: key, address: '' }, need)
      expect(actor).toMatchObject({ via: { kind: 'key', models: models ?? null } })
    }
  })

  it('rejects invalid model names', async () => {
    await using fixture = await setup()
    for (const models of [[], ['gpt'], ['org/one', '']])
      await expect(fixture.make({ models })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it.each(['suspended_at', 'closed_at'])(
    'is refused while %s is set for its user',
    async (column) => {
      await using fixture = await setup()
      const { key } = await fixture.make()
      await sql`update accounts set ${sql.ref(column)} = now() where id = ${fixture.userId}`.execute(
        fixture.server.container.db,
      )
      await expect(fixture.server.client(key).accounts.details()).rejects.toMatchObject({
        status: 401,
        code: 'unauthorized',
      })
    },
  )

  it('shows time and address of its last use, to the minute', async () => {
    const clock = createTestClock()
    await using fixture = await setup({ clock })
    const { key } = await fixture.make()
    const used = async () => (await fixture.person.keys.apiKeys())[0]
    expect(await used()).toMatchObject({ last_used_at: null, last_used_address: null })
    const bearer = fixture.server.client(key)
    await bearer.accounts.details()
    const first = clock.now().toISOString()
    await eventually(async () =>
      expect(await used()).toMatchObject({ last_used_at: first, last_used_address: '127.0.0.1' }),
    )
    await clock.jump(59_000)
    await bearer.accounts.details()
    expect(await used()).toMatchObject({ last_used_at: first })
    await clock.jump(1_000)
    await bearer.accounts.details()
    await eventually(async () =>
      expect(await used()).toMatchObject({ last_used_at: clock.now().toISOString() }),
    )
  })

  it('requires a verified address and recent re-authentication to be created', async () => {
    const clock = createTestClock()
    await using fixture = await setup({ clock })
    await sql`update accounts set email_verified_at = null where id = ${fixture.userId}`.execute(
      fixture.server.container.db,
    )
    await expect(fixture.make()).rejects.toMatchObject({ code: 'email_unverified' })
    await clock.jump(16 * 60_000)
    await expect(fixture.make()).rejects.toMatchObject({
      code: expect.stringMatching(/^(confirmation_required|token_expired)$/),
    })
  })

  it('is subject to a maximum per user, also in concurrent requests', async () => {
    await using fixture = await setup()
    const all = Array.from({ length: quotas.apiKeys + 1 }, () => fixture.make())
    const ended = await Promise.allSettled(all)
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([{ code: 'limit_reached' }])
  })

  it('cannot be created, listed or revoked without a valid token', async () => {
    await using fixture = await setup()
    for (const token of [undefined, 'made up', `glk_${'x'.repeat(43)}`]) {
      const { keys } = fixture.server.client(token)
      const refused = { status: 401, code: 'unauthorized' }
      await expect(keys.apiKeys()).rejects.toMatchObject(refused)
      await expect(keys.generateApiKey({ body: aKey() })).rejects.toMatchObject(refused)
      const params = { id: 'key_01jd3v8q6f7g8h9jkmnpqrstvw' }
      await expect(keys.revokeApiKey({ params })).rejects.toMatchObject(refused)
    }
  })
})

function aKey(change: Record<string, unknown> = {}) {
  return { name: 'laptop', scopes: ['account:read' as const], ...change }
}

async function setup(options: Parameters<typeof startServer>[0] = {}) {
  const server: TestServer = await startServer(options)
  const person = server.client(await openAccount(server, { access: true }))
  const { account_id: userId } = await person.accounts.details()
  return {
    server,
    person,
    userId,
    make: (change: Record<string, unknown> = {}) =>
      person.keys.generateApiKey({ body: aKey(change) }),
    async dumpOf(table: string) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(server.container.db)
      return JSON.stringify(rows)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
