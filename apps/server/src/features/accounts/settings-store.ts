import type { OperatorSettings } from '@gridloom/contract/operator/settings'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AccountTables } from './schema.ts'

export async function loadSettings(db: Db): Promise<OperatorSettings> {
  return db
    .withTables<AccountTables>()
    .selectFrom('operator_settings')
    .select('starting_credit_micro_usd')
    .executeTakeFirstOrThrow()
}

export async function storeSettings(tx: Tx, settings: OperatorSettings): Promise<void> {
  await tx.db
    .withTables<AccountTables>()
    .updateTable('operator_settings')
    .set({ starting_credit_micro_usd: settings.starting_credit_micro_usd })
    .execute()
}
