import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a snapshot by its name or part of its id. */
export async function findSnapshot(ctx: Ctx, wanted: string): Promise<Snapshot> {
  const snapshots = await ctx.client.snapshots.list({ signal: ctx.signal })
  return chooseOne(snapshots, wanted, 'snapshot')
}
