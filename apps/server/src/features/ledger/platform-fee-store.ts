import type { BasisPoints } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { LedgerTables } from './schema.ts'

export async function selectFee(db: Db): Promise<BasisPoints> {
  const { rows } = await sql<{ fee: BasisPoints }>`select platform_fee() as fee`.execute(db)
  return rows[0]?.fee ?? 0
}

export async function insertFeeChange(
  tx: Tx,
  { fee, at }: { fee: BasisPoints; at: Date },
): Promise<void> {
  await tx.db
    .withTables<LedgerTables>()
    .insertInto('platform_fee_changes')
    .values({ basis_points: fee, at })
    .execute()
}
