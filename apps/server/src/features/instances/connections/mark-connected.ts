import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../../platform/ctx.ts'
import type { InstancesCtx } from '../ctx.ts'
import { touchConnected } from './connections-store.ts'

/**
 * Records that somebody is connected to these instances now: the rule that stops idle ones counts from then on. It is
 * called again and again while connections are open, so that none has to report its end.
 */
export async function markConnected(ctx: Ctx, ids: readonly InstanceId[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.transact((tx) => touchConnected(tx, [...new Set(ids)], ctx.clock.now()))
}

/** Records the connections that this replica carries itself. */
export async function markOpenConnections(ctx: InstancesCtx): Promise<void> {
  await markConnected(ctx, ctx.connections.takeUsed())
}
