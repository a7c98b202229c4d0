import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { GaslessTables, GaslessTokenRow, RelayerRow } from './schema.ts'

const tables = (db: Db) => db.withTables<GaslessTables>()

/** Stores what was seen of a relayer. Values that are `null` stay as they were. `true`: it waits for another reason. */
export async function saveRelayer(
  { db }: Tx,
  row: Omit<RelayerRow, 'wait_since'>,
): Promise<boolean> {
  const before = await tables(db)
    .selectFrom('gasless_relayers')
    .select('wait')
    .where('chain_id', '=', row.chain_id)
    .forUpdate()
    .executeTakeFirst()
  const since = row.wait === null ? null : row.checked_at
  await sql`insert into gasless_relayers as old (chain_id, address, coin_wei, gas_price_wei, wait, wait_since, checked_at)
    values (${row.chain_id}, ${row.address}, ${row.coin_wei}, ${row.gas_price_wei}, ${row.wait}, ${since}, ${row.checked_at})
    on conflict (chain_id) do update set address = excluded.address,
      coin_wei = coalesce(excluded.coin_wei, old.coin_wei),
      gas_price_wei = coalesce(excluded.gas_price_wei, old.gas_price_wei),
      wait = excluded.wait,
      wait_since = case when old.wait is not distinct from excluded.wait then old.wait_since else excluded.wait_since end,
      checked_at = excluded.checked_at`.execute(db)
  return (before?.wait ?? null) !== row.wait
}

export function selectRelayers(db: Db): Promise<RelayerRow[]> {
  return tables(db).selectFrom('gasless_relayers').selectAll().execute()
}

export function selectTokens(db: Db): Promise<GaslessTokenRow[]> {
  return tables(db).selectFrom('gasless_tokens').selectAll().execute()
}

/** Stores the domain of a token, or why it is not offered. */
export async function saveToken({ db }: Tx, row: GaslessTokenRow): Promise<void> {
  const { chain_id, token, ...seen } = row
  await tables(db)
    .insertInto('gasless_tokens')
    .values(row)
    .onConflict((conflict) => conflict.columns(['chain_id', 'token']).doUpdateSet(seen))
    .execute()
}
