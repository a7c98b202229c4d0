import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { deleteBudgets } from '../account/account-budgets-store.ts'
import { deleteRows } from './projects-store.ts'

/** Deletes the budgets and projects of an account that is closed. What was spent keeps the names of its projects. */
export async function deleteProjects(tx: Tx, accountId: AccountId): Promise<void> {
  await deleteBudgets(tx, accountId)
  await deleteRows(tx, accountId)
}
