import type { AccountId } from '@gridloom/contract/core/ids'
import type { Statement } from '@gridloom/contract/ledger/statement'
import type { Ctx } from '../../platform/ctx.ts'
import { countStatements, selectStatements } from './statement-store.ts'

/** Returns one page of an account's transactions, newest first, and how many there are. Pages count from 1. */
export async function listStatements(
  ctx: Pick<Ctx, 'db'>,
  accountId: AccountId,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ statements: Statement[]; total: number }> {
  const offset = (page - 1) * page_size
  const [statements, total] = await Promise.all([
    selectStatements(ctx.db, accountId, { limit: page_size, offset }),
    countStatements(ctx.db, accountId),
  ])
  return { statements, total }
}
