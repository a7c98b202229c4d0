import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { changeAutoOrder } from './change-auto-order.ts'
import { createAutoOrder } from './create-auto-order.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { deleteAutoOrder } from './delete-auto-order.ts'
import { previewAutoOrder } from './preview-auto-order.ts'
import { listAutoOrders, readAutoOrder } from './read-auto-orders.ts'

/** Mounts the `autoOrders` area of the contract. */
export function autoOrderRoutes(routes: Routes<AutoOrdersCtx>): void {
  const { autoOrders } = api
  routes.on(autoOrders.preview, (ctx, { query }) => previewAutoOrder(ctx, query))
  routes.on(autoOrders.list, (ctx) => listAutoOrders(ctx))
  routes.on(autoOrders.create, (ctx, { body }) => createAutoOrder(ctx, body))
  routes.on(autoOrders.read, (ctx, { params }) => readAutoOrder(ctx, params.id))
  routes.on(autoOrders.change, (ctx, { params, body }) => changeAutoOrder(ctx, params.id, body))
  routes.on(autoOrders.delete, async (ctx, { params }) => {
    await deleteAutoOrder(ctx, params.id)
    return {}
  })
}
