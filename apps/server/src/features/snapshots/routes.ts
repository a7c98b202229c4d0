import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { removeSnapshot, renameSnapshot } from './change-snapshot.ts'
import { createSnapshot } from './create-snapshot.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { moveInstance } from './move-instance.ts'
import { orderFromSnapshot } from './order-from-snapshot.ts'
import { cancelMove, readMove } from './read-move.ts'
import { listSnapshots, readSnapshot, readStorage } from './read-snapshots.ts'

/** Mounts the `snapshots` area of the contract. */
export function snapshotRoutes(routes: Routes<SnapshotsCtx>): void {
  const { snapshots } = api
  routes.on(snapshots.create, (ctx, { params, body }) =>
    createSnapshot(ctx, { ...body, instanceId: params.id }),
  )
  routes.on(snapshots.list, (ctx, { query }) => listSnapshots(ctx, query))
  routes.on(snapshots.storage, (ctx) => readStorage(ctx))
  routes.on(snapshots.read, (ctx, { params }) => readSnapshot(ctx, params.id))
  routes.on(snapshots.rename, (ctx, { params, body }) =>
    renameSnapshot(ctx, { ...body, id: params.id }),
  )
  routes.on(snapshots.remove, async (ctx, { params }) => {
    await removeSnapshot(ctx, params.id)
    return {}
  })
  routes.on(snapshots.order, async (ctx, input) => ({
    instance: await orderFromSnapshot(
      ctx,
      { ...input.body, id: input.params.id },
      input.header('idempotency-key'),
    ),
  }))
  routes.on(snapshots.move, (ctx, { params, body }) =>
    moveInstance(ctx, { ...body, id: params.id }),
  )
  routes.on(snapshots.readMove, (ctx, { params }) => readMove(ctx, params.id))
  routes.on(snapshots.cancelMove, (ctx, { params }) => cancelMove(ctx, params.id))
}
