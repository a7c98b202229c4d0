import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { all } from '../../features.ts'

const { sections, deleted, kept, notExported } = all.personalData

/** Columns that assign a row to a user. */
const ofSomebody =
  '^(account_id|user_id|owner_account_id|provider_account_id|placed_by|invited_by|created_by|operator_account_id|email|email_key|to_address)$'

it('every table with personal data is exported, or listed with the reason why not', async () => {
  const named = await tablesOfPersons()
  const exported = sections.flatMap(({ tables }) => tables)
  expect(named.filter((table) => !exported.includes(table) && !(table in notExported))).toEqual([])
  expect(exported.filter((table) => table in notExported)).toEqual([])
})

it('every table with personal data is emptied on closing, or listed with the reason why not', async () => {
  const named = await tablesOfPersons()
  expect(named.filter((table) => !(table in deleted) && !(table in kept))).toEqual([])
  expect(Object.keys(deleted).filter((table) => table in kept)).toEqual([])
})

it('the lists contain only tables with personal data', async () => {
  const named = await tablesOfPersons()
  for (const list of [notExported, deleted, kept])
    expect(Object.keys(list).filter((table) => !named.includes(table))).toEqual([])
})

it('the export contains no hash and no secret', async () => {
  await using fixture = await withDatabase()
  const person = fixture.ctx().ids.mint('account')
  const shown = await fixture.db.connection().execute(async (db) => {
    for (const { name, rows } of sections)
      await sql`create temporary table ${sql.table(`shown_${name}`)} as ${rows(person)}`.execute(db)
    const found = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_name like 'shown\\_%'`.execute(db)
    return found.rows.map(({ column }) => column)
  })
  expect(shown).toContain('shown_account.email')
  const secretive = /\..*(hash|secret|token|password|verifier|challenge)/
  /** Token counts of models, which only sound like secrets. */
  const counts = /\.(\w+_tokens|first_token_ms|tokens_per_s)$/
  const doubtful = shown.filter((column) => secretive.test(column) && !counts.test(column))
  // A digest of a picture, tokens of chains, and a public transaction.
  expect(doubtful.sort()).toEqual([
    'shown_payout_settings.token',
    'shown_payouts.token',
    'shown_payouts.token_units',
    'shown_payouts.tx_hash',
    'shown_picture.hash',
  ])
})

async function tablesOfPersons(): Promise<string[]> {
  await using fixture = await withDatabase()
  const { rows } = await sql<{ table_name: string }>`
    select distinct table_name from information_schema.columns
    where table_schema = 'public' and column_name ~ ${ofSomebody} order by 1`.execute(fixture.db)
  expect(rows.length).toBeGreaterThan(20)
  return rows.map(({ table_name }) => table_name)
}
