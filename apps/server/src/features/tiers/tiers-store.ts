import type { TierTerms } from '@gridloom/contract/tiers/tier'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { TierTables } from './schema.ts'

const tables = (db: Db) => db.withTables<TierTables>()

/** Returns the tiers, lowest first. */
export function loadTiers(db: Db): Promise<TierTerms[]> {
  return tables(db).selectFrom('tiers').selectAll().orderBy('points').execute()
}

/** Replaces the terms of each tier. */
export async function storeTiers({ db }: Tx, tiers: readonly TierTerms[]): Promise<void> {
  for (const { tier, ...terms } of tiers)
    await tables(db).updateTable('tiers').set(terms).where('tier', '=', tier).execute()
}
