import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { PayoutTables } from './schema.ts'

/** Records an operator's approval. `false`: the operator gave it before. */
export async function insertApproval(
  { db }: Tx,
  row: PayoutTables['payout_approvals'],
): Promise<boolean> {
  const added = await db
    .withTables<PayoutTables>()
    .insertInto('payout_approvals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('payout_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Counts the operators who approved a payout. */
export async function countApprovals({ db }: Tx, id: PayoutId): Promise<number> {
  const { count } = await db
    .withTables<PayoutTables>()
    .selectFrom('payout_approvals')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('payout_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** The payouts that an operator approved, of these. */
export async function approvedBy(
  db: Db,
  operator: AccountId,
  ids: readonly PayoutId[],
): Promise<Set<PayoutId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .withTables<PayoutTables>()
    .selectFrom('payout_approvals')
    .select('payout_id')
    .where('operator_account_id', '=', operator)
    .where('payout_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ payout_id }) => payout_id))
}
