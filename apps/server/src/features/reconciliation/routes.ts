import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { operatorOf } from '../accounts/index.ts'
import type { ReconciliationCtx } from './ctx.ts'
import { listReconciliations } from './list-reconciliations.ts'
import { reconcile } from './reconcile.ts'

/** Mounts the `reconciliation` area of the contract. */
export function reconciliationRoutes<C extends ReconciliationCtx>(routes: Routes<C>): void {
  const { reconciliation } = api
  routes.on(reconciliation.list, (ctx, { query }) => listReconciliations(ctx, query))
  routes.on(reconciliation.run, (ctx) => {
    operatorOf(ctx)
    return reconcile(ctx, 'operator')
  })
}
