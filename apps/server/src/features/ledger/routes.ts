import { ledger } from '@gridloom/contract/ledger/endpoints'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { listLines } from './list-lines.ts'
import { listStatements } from './list-statements.ts'
import { readBalance } from './read-balance.ts'
import { readBill } from './read-bill.ts'

/** Mounts the contract's `ledger` area, except `ledger.credit`, which belongs to the operator. */
export function ledgerRoutes<C extends Ctx>(
  routes: Routes<C>,
  all: Pick<AllFeatures, 'spendRate'>,
): void {
  routes.on(ledger.balance, (ctx) => readBalance(ctx, accountOf(ctx).accountId, all))

  routes.on(ledger.statements, (ctx, { query }) =>
    listStatements(ctx, accountOf(ctx).accountId, query),
  )

  routes.on(ledger.lines, (ctx, { query }) => listLines(ctx, accountOf(ctx).accountId, query))

  routes.on(ledger.bill, (ctx, { query: { month } }) =>
    readBill(ctx, accountOf(ctx).accountId, { month, all }),
  )
}
