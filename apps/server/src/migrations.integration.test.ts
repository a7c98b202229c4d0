import { AccessCodeId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrationsFolder, withEmptyDatabase } from '../test/empty-database.ts'
import { before, charge, post, writeRowsOfBefore } from '../test/rows-of-before.ts'
import { checkLedger } from './features/ledger/index.ts'
import type { Db } from './platform/database/connect.ts'
import { migrationNames } from './platform/database/migrate.ts'

it('keeps every row of an existing installation at each step', async () => {
  await using database = await withEmptyDatabase()
  await database.migrateThrough('0040')
  await writeRowsOfBefore(database.db)
  let counted = await countRows(database.db)
  expect(counted).toMatchObject({ accounts: 2, sessions: 2, tokens: 1, instances: 2 })
  const later = (await migrationNames(migrationsFolder)).filter((name) => name > '0041')
  expect(later.length).toBeGreaterThanOrEqual(7)
  for (const name of later) {
    await database.migrateThrough(name)
    const now = await countRows(database.db)
    const expected = withNewNames(counted, now)
    expect({ name, ...now }).toMatchObject({ name, ...expected, migrations: expect.any(Number) })
    counted = { ...now, migrations: 0 }
  }
})

/** Tables that a migration renamed. */
const renamedTables = new Map([
  ['machine_pulses', 'machine_heartbeats'],
  ['inference_tabs', 'spending_allowances'],
  ['snapshot_storage', 'account_storage'],
])

/** Row counts from before a migration, under the table names after it. */
function withNewNames(counted: object, now: object): object {
  const names = Object.entries(counted).map(([table, rows]) => {
    const renamed = renamedTables.get(table)
    return [!(table in now) && renamed !== undefined ? renamed : table, rows]
  })
  return Object.fromEntries(names)
}

it('marks addresses that were registered before as verified', async () => {
  await using upgraded = await setup()
  const accounts =
    await upgraded.rows(sql`select id, email, email_verified_at = created_at as since,
    password_hash, suspended_at, closed_at, is_kol, notifications, name from accounts order by id`)
  const kept = { since: true, password_hash: 'argon', suspended_at: null, closed_at: null }
  expect(accounts).toEqual([
    {
      id: before.renter,
      email: 'Ren@Example.com',
      ...kept,
      is_kol: false,
      notifications: {},
      name: null,
    },
    {
      id: before.provider,
      email: 'pro@example.com',
      ...kept,
      is_kol: false,
      notifications: {},
      name: null,
    },
  ])
})

it('allows one verified account per address, and any number of claims', async () => {
  await using upgraded = await setup()
  const claim = (id: string, verifiedAt: string | null) =>
    sql`insert into accounts (id, email, email_key, username, role, created_at, email_verified_at)
      values (${id}, 'ren@example.com', 'ren@example.com', 'x', 'user', now(), ${verifiedAt}::timestamptz)`.execute(
      upgraded.db,
    )
  await claim('acc_claim_1', null)
  await claim('acc_claim_2', null)
  await expect(claim('acc_claim_3', '2026-04-01')).rejects.toMatchObject({
    code: '23505',
    constraint: 'accounts_proven_email',
  })
})

it('frees the address of a closed account', async () => {
  await using upgraded = await setup()
  await sql`update accounts set closed_at = now() where id = ${before.renter}`.execute(upgraded.db)
  await sql`insert into accounts (id, email, email_key, username, role, created_at, email_verified_at)
    values ('acc_next', 'ren@example.com', 'ren@example.com', 'x', 'user', now(), now())`.execute(
    upgraded.db,
  )
  const holders = await upgraded.rows(sql`select id from accounts
    where email_key = 'ren@example.com' and closed_at is null`)
  expect(holders).toEqual([{ id: 'acc_next' }])
})

it('keeps sessions as password sign-ins, last seen when they began', async () => {
  await using upgraded = await setup()
  const sessions = await upgraded.rows(sql`select id, origin, purpose, active_company_id,
    last_seen_at = created_at as seen, confirmed_at = created_at as confirmed from sessions order by id`)
  const kept = { origin: 'password', purpose: 'sign_in', active_company_id: null }
  expect(sessions).toEqual([
    { id: before.session, ...kept, seen: true, confirmed: true },
    { id: before.endedSession, ...kept, seen: true, confirmed: true },
  ])
})

it('records earlier instances as ordered by their owner, without an API key', async () => {
  await using upgraded = await setup()
  const instances = await upgraded.rows(sql`select distinct placed_by, api_key_id, past_key_budget
    from instances`)
  expect(instances).toEqual([
    { placed_by: before.renter, api_key_id: null, past_key_budget: false },
  ])
})

it('computes the spend of each day (UTC) from existing intervals', async () => {
  await using upgraded = await setup()
  expect(await spendDays(upgraded)).toEqual([
    { day: '2026-03-01', user_id: before.renter, micro_usd: 1_040 },
    { day: '2026-03-02', user_id: before.renter, micro_usd: 10_000 },
  ])
})

it('adds later charges to the same days and skips free intervals', async () => {
  await using upgraded = await setup()
  const later = { seconds: 60, microUsd: 500 }
  await charge(upgraded.db, { key: 'fourth', from: '2026-03-02T12:00:00Z', ...later })
  await charge(upgraded.db, { key: 'fifth', from: '2026-03-03T23:59:59.999Z', ...later })
  await charge(upgraded.db, { key: 'gift', from: '2026-03-04T10:00:00Z', seconds: 1, microUsd: 0 })
  expect((await spendDays(upgraded)).map(({ day, micro_usd }) => [day, micro_usd])).toEqual([
    ['2026-03-01', 1_040],
    ['2026-03-02', 10_500],
    ['2026-03-03', 500],
  ])
})

it('keeps the ledger balanced, before and after a transfer', async () => {
  await using upgraded = await setup()
  expect(await checkLedger(upgraded.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  await sql`insert into ledger_accounts (id, kind, owner_account_id, balance_micro_usd)
    values (${`available:${before.provider}`}, 'available', ${before.provider}, 0)`.execute(
    upgraded.db,
  )
  await post(upgraded.db, 'transfer', {
    [`available:${before.renter}`]: -100,
    [`available:${before.provider}`]: 100,
  })
  expect(await checkLedger(upgraded.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
})

it('rejects a ledger transaction of an unknown kind', async () => {
  await using upgraded = await setup()
  const unknown = post(upgraded.db, 'gift', {
    platform_credit: -1,
    [`available:${before.renter}`]: 1,
  })
  await expect(unknown).rejects.toMatchObject({ constraint: 'ledger_transactions_kind_check' })
})

it('assigns each access code an id and keeps its uses, without limit or expiry', async () => {
  await using upgraded = await setup()
  const codes = await upgraded.rows(sql`select id, label, uses, uses_max, expires_at, revoked_at
    from access_codes order by label`)
  const unbound = { uses_max: null, expires_at: null, revoked_at: null }
  expect(codes).toMatchObject([
    { label: 'first', uses: 3, ...unbound },
    { label: 'second', uses: 0, ...unbound },
  ])
  const ids = codes.map((code) => AccessCodeId.parse(code.id))
  expect(new Set(ids).size).toBe(2)
})

it("keeps the operator's settings, with maintenance off", async () => {
  await using upgraded = await setup()
  expect(await upgraded.rows(sql`select * from operator_settings`)).toEqual([
    { only_row: true, starting_credit_micro_usd: 7, maintenance_since: null },
  ])
})

it('leaves the offline notices of earlier outages unsent', async () => {
  await using upgraded = await setup()
  expect(
    await upgraded.rows(sql`select offline_notified_at, online_again_at from machines`),
  ).toEqual([{ offline_notified_at: null, online_again_at: null }])
})

it('allows no change of the audit log except removing addresses and browsers', async () => {
  await using upgraded = await setup()
  await sql`insert into audit_entries (id, at, action, subject, address, user_agent)
    values ('aud_1', now(), 'instances.order', 'ins_1', '192.0.2.1', 'Firefox')`.execute(
    upgraded.db,
  )
  const refused = { message: 'the audit log is never changed' }
  const change = (set: RawBuilder<unknown>) =>
    sql`update audit_entries set ${set}`.execute(upgraded.db)
  await expect(change(sql`subject = 'ins_2'`)).rejects.toMatchObject(refused)
  await expect(change(sql`address = '192.0.2.2'`)).rejects.toMatchObject(refused)
  await expect(change(sql`address = null`)).rejects.toMatchObject(refused)
  await expect(change(sql`address = null, user_agent = null, action = 'x'`)).rejects.toMatchObject(
    refused,
  )
  await expect(sql`delete from audit_entries`.execute(upgraded.db)).rejects.toMatchObject(refused)
  await expect(sql`truncate audit_entries`.execute(upgraded.db)).rejects.toMatchObject({
    message: 'the audit log is never emptied',
  })
  await change(sql`address = null, user_agent = null`)
  expect(await upgraded.rows(sql`select action, subject, address from audit_entries`)).toEqual([
    { action: 'instances.order', subject: 'ins_1', address: null },
  ])
})

it('renames stored diagnostics and admissions without losing data', async () => {
  await using database = await withEmptyDatabase()
  await database.migrateThrough('0136')
  const stored = `{ "kind": "zip", "blends": [
    { "path": "b.blend", "facts": { "blender_version": "3.4" },
      "remarks": [{ "level": "error", "code": "no_camera", "text": "The scene has no camera." }] },
    { "path": "a.blend", "facts": { "blender_version": "5.0" }, "remarks": [] }
  ] }`
  await sql`insert into render_scenes (id, account_id, file_name, content_hash, size_bytes, contents, uploaded_at)
    values ('rsc_1', 'acc_1', 'a.zip', 'hash', 1, ${stored}::jsonb, now())`.execute(database.db)
  await sql`insert into render_machines (machine_id, account_id, micro_usd_per_reference_hour)
    values ('mac_1', 'acc_1', 0)`.execute(database.db)
  await database.migrateThrough('0144')
  const { rows } = await sql`select contents, blend_paths, admission
    from render_scenes, render_machines`.execute(database.db)
  const contents: unknown = JSON.parse(stored.replaceAll('"remarks"', '"diagnostics"'))
  const blend_paths = ['b.blend', 'a.blend']
  expect(rows).toEqual([{ contents, blend_paths, admission: 'unverified' }])
})

it('makes an audience of its conditions from that of one word', async () => {
  await using database = await withEmptyDatabase()
  await database.migrateThrough('0265')
  await sql`insert into missions (id, starts_at, ends_at, repeat, reward_micro_usd, claims_max, created_at)
    values ('msn_1', now(), now(), 'once', 1, 1, now())`.execute(database.db)
  await sql`insert into mission_versions (mission_id, version, terms, created_at)
    values ('msn_1', 1, '{"title": "A", "audience": "ambassadors"}', now())`.execute(database.db)
  await database.migrateThrough('0271')
  const { rows } = await sql<{ terms: unknown; reward_points: number }>`
    select terms, reward_points from mission_versions, missions`.execute(database.db)
  const terms: unknown = {
    title: 'A',
    audience: { who: 'ambassadors', flows: [], countries: [], tier_at_least: 'bronze' },
  }
  expect(rows).toEqual([{ terms, reward_points: 0 }])
})

async function spendDays(upgraded: Upgraded) {
  const rows = await upgraded.rows(sql`select to_char(day, 'YYYY-MM-DD') as day, user_id, micro_usd
    from spend_days where spent_on = ${before.instance} and account_id = ${before.renter} order by day`)
  const all = await upgraded.rows(sql`select count(*) as count from spend_days`)
  expect(all).toEqual([{ count: rows.length }])
  return rows
}

/** Row counts by table name. */
async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public' order by 1`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.count ?? -1
  }
  return counts
}

type Upgraded = Awaited<ReturnType<typeof setup>>

/** An installation with old rows, upgraded to the newest migration. */
async function setup() {
  const database = await withEmptyDatabase()
  await database.migrateThrough('0040')
  await writeRowsOfBefore(database.db)
  const newest = (await migrationNames(migrationsFolder)).at(-1) ?? 'none'
  await database.migrateThrough(newest)
  return {
    ...database,
    rows: async (query: RawBuilder<unknown>) => {
      const { rows } = await query.execute(database.db)
      return rows.map((row) => ({ ...Object(row) }))
    },
  }
}
