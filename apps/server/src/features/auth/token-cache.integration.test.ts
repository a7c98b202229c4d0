import { createTestClock } from '@gridloom/async/test-clock'
import { eventually } from '@gridloom/testkit/eventually'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { changeChannel } from '../../platform/database/connect.ts'

const unauthorized = { status: 401, code: 'unauthorized' }

describe('two replicas on one database', () => {
  it('both refuse a key within a second after one of them revokes it', async () => {
    await using fixture = await setup()
    const { key, api_key } = await fixture.here.keys.generateApiKey({ body: aKey })
    const [one, other] = [fixture.first.client(key), fixture.second.client(key)]
    await Promise.all([one.accounts.details(), other.accounts.details()])
    await fixture.here.keys.revokeApiKey({ params: { id: api_key.id } })
    const revokedMs = performance.now()
    await expect(one.accounts.details()).rejects.toMatchObject(unauthorized)
    await vi.waitFor(() => expect(other.accounts.details()).rejects.toMatchObject(unauthorized), {
      timeout: 1_000,
      interval: 5,
    })
    expect(performance.now() - revokedMs).toBeLessThan(1_000)
  })

  it('apply the end of a session on publication, without waiting for cache expiry', async () => {
    await using fixture = await setup({ clock: createTestClock() })
    const there = fixture.second.client(fixture.token)
    await there.accounts.details()
    await fixture.here.auth.logout()
    await eventually(() => expect(there.accounts.details()).rejects.toMatchObject(unauthorized))
  })

  it('show a name that was changed on the other', async () => {
    await using fixture = await setup({ clock: createTestClock() })
    const there = fixture.second.client(fixture.token)
    expect((await there.accounts.details()).name).toBeNull()
    await fixture.here.accounts.updateProfile({ body: { name: 'Ada' } })
    expect((await fixture.here.accounts.details()).name).toBe('Ada')
    await eventually(async () => expect((await there.accounts.details()).name).toBe('Ada'))
  })

  it('use no cached entry once the connection for changes is broken', async () => {
    await using fixture = await setup({ clock: createTestClock() })
    const { container } = fixture.second
    const there = fixture.second.client(fixture.token)
    await there.accounts.details()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query = ${`listen ${changeChannel}`} and datname = current_database()`.execute(
      container.db,
    )
    // It is connected again within milliseconds.
    const often = { timeout: 10_000, interval: 1 }
    await vi.waitFor(() => expect(container.changes.connected()).toBe(false), often)
    await sql`update sessions set ended_at = now()`.execute(container.db)
    await expect(there.accounts.details()).rejects.toMatchObject(unauthorized)
  })
})

describe('one replica', () => {
  it('ends the session when a rotated token is used again, despite the cache', async () => {
    const clock = createTestClock()
    await using fixture = await setup({ clock })
    await fixture.here.accounts.details()
    const { token: newer } = await fixture.refresh(fixture.token)
    await expect(fixture.statusOf(fixture.token)).resolves.toBe(403)
    await expect(fixture.statusOf(newer)).resolves.toBe(200)
    await clock.jump(11_000)
    await expect(fixture.statusOf(fixture.token)).resolves.toBe(401)
    await expect(fixture.statusOf(newer)).resolves.toBe(401)
  })

  it('queries the database once for several requests of one session', async () => {
    await using fixture = await setup({ clock: createTestClock() })
    await isUpToDate(fixture.first.container)
    await fixture.here.accounts.details()
    const { db } = fixture.first.container
    await sql`alter table tokens rename to tokens_away`.execute(db)
    await expect(fixture.here.accounts.details()).resolves.toBeDefined()
  })

  it('drops a cached entry after a second even without a published change', async () => {
    const clock = createTestClock()
    await using fixture = await setup({ clock })
    await fixture.here.accounts.details()
    await sql`update sessions set ended_at = now()`.execute(fixture.first.container.db)
    await clock.jump(1_000)
    await expect(fixture.here.accounts.details()).rejects.toMatchObject(unauthorized)
  })
})

const aKey = { name: 'key', scopes: ['account:read' as const] }

/** Changes arrive in order: once this one has arrived, the changes of the registration have cleared the cache. */
async function isUpToDate({ changes, system }: TestServer['container']): Promise<void> {
  const listening = Promise.withResolvers<void>()
  const unsubscribe = changes.subscribe(({ subject }) => {
    if (subject === 'the last') listening.resolve()
  })
  await system.transact((tx) =>
    tx.publish({ topic: 'announcements', accountId: null, subject: 'the last' }),
  )
  await listening.promise
  unsubscribe()
}

async function setup(options: Parameters<typeof startServer>[0] = {}) {
  await using opened = new AsyncDisposableStack()
  const first = opened.use(await startServer(options))
  const { databaseUrl } = first.container
  const second = opened.use(await startServer({ ...options, databaseUrl }))
  const token = await openAccount(first, { access: true })
  const kept = opened.move()
  const call = (path: string, bearer: string) =>
    fetch(new URL(path, first.url), { headers: { authorization: `Bearer ${bearer}` } })
  return {
    first,
    second,
    token,
    here: first.client(token),
    refresh: (bearer: string) => first.client(bearer).auth.refresh(),
    statusOf: async (bearer: string) => (await call('/api/user/details', bearer)).status,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
