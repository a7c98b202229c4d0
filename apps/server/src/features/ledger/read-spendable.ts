import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Db } from '../../platform/database/connect.ts'
import { selectBalances } from './statement-store.ts'

/** What an account can spend now, welcome credit included; below zero by what it owes. */
export async function readSpendable(db: Db, accountId: AccountId): Promise<MicroUsd> {
  const { available, welcome, debt } = await selectBalances(db, accountId)
  return available + welcome + debt
}
