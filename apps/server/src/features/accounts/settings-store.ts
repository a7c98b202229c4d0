import type { MicroUsd } from '@gridloom/contract/core/values'
import type { OperatorSettings } from '@gridloom/contract/operator/settings'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { readPlatformFee } from '../ledger/index.ts'
import type { AccountTables } from './schema.ts'

export async function loadSettings(db: Db): Promise<OperatorSettings> {
  const row = await db
    .withTables<AccountTables>()
    .selectFrom('operator_settings')
    .select('starting_credit_micro_usd')
    .executeTakeFirstOrThrow()
  return { ...row, platform_fee_basis_points: await readPlatformFee(db) }
}

export async function storeStartingCredit(tx: Tx, microUsd: MicroUsd): Promise<void> {
  await tx.db
    .withTables<AccountTables>()
    .updateTable('operator_settings')
    .set({ starting_credit_micro_usd: microUsd })
    .execute()
}
