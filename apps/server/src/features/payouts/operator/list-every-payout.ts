import type { PayoutId } from '@gridloom/contract/core/ids'
import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { sentPayoutStates } from '@gridloom/domain/payouts/payout-state'
import { operatorOf } from '../../accounts/index.ts'
import { selectContacts } from '../../companies/index.ts'
import { approvedBy } from '../approvals-store.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findPayout, listEveryPayout, type ShownPayout } from '../payouts-store.ts'
import { noSuchPayout } from '../refusals.ts'
import { showPayouts } from '../show-payout.ts'

/** Lists the payouts of all accounts. @throws Refused `forbidden` */
export async function listAllPayouts(ctx: PayoutsCtx): Promise<OperatorPayout[]> {
  operatorOf(ctx)
  return viewsOf(ctx, await listEveryPayout(ctx.db))
}

/** One payout as operators see it. @throws Refused `forbidden`, `not_found` */
export async function showToOperator(ctx: PayoutsCtx, id: PayoutId): Promise<OperatorPayout> {
  const row = await findPayout(ctx.db, id)
  const [view] = await viewsOf(ctx, row === undefined ? [] : [row])
  if (view === undefined) throw noSuchPayout()
  return view
}

const waiting: ReadonlySet<string> = new Set(sentPayoutStates)

async function viewsOf(ctx: PayoutsCtx, rows: readonly ShownPayout[]): Promise<OperatorPayout[]> {
  const { userId } = operatorOf(ctx)
  const ids = rows.map(({ id }) => id)
  const mine = await approvedBy(ctx.db, userId, ids)
  const contacts = await selectContacts(
    ctx.db,
    rows.map(({ account_id }) => account_id),
    'pay_out',
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (await showPayouts(ctx, rows)).flatMap((shown) => {
    const row = byId.get(shown.id)
    if (row === undefined) return []
    return {
      ...shown,
      account_id: row.account_id,
      email: contacts.get(row.account_id)?.emails.join(', ') ?? '',
      company: contacts.get(row.account_id)?.company ?? null,
      payee: row.payee,
      approved_by_me: mine.has(row.id),
      unresolved: waiting.has(row.state) ? row.unresolved : null,
    }
  })
}
