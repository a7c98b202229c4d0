import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { InstanceMove } from '@gridloom/contract/snapshots/snapshot'
import { ownedInstance, sendSpecSoon } from '../instances/index.ts'
import { endFailed } from './advance-moves.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { findLastMove, lockOpenMove } from './moves-store.ts'
import type { InstanceMoveRow } from './schema.ts'
import { moveView } from './snapshot-view.ts'

/** Returns the last move from or to an instance. @throws Refused `not_found` */
export async function readMove(ctx: SnapshotsCtx, id: InstanceId): Promise<InstanceMove | null> {
  const row = await lastMove(ctx, id)
  return row === undefined ? null : moveView(row)
}

/** Cancels a move: the instance stays where it is. @throws Refused `not_found`, `state_conflict` */
export async function cancelMove(ctx: SnapshotsCtx, id: InstanceId): Promise<InstanceMove> {
  const row = await lastMove(ctx, id)
  if (row === undefined) throw new Refused('not_found', { details: { what: 'move' } })
  const ended = await ctx.transact(async (tx) => {
    const move = await lockOpenMove(tx, row.id)
    if (move === undefined)
      throw new Refused('state_conflict', { details: { what: 'move', state: 'over' } })
    return endFailed(ctx, tx, { move, failure: 'cancelled' })
  })
  for (const one of [ended.instance_id, ended.new_instance_id]) sendSpecSoon(ctx, one)
  return moveView(ended)
}

async function lastMove(ctx: SnapshotsCtx, id: InstanceId): Promise<InstanceMoveRow | undefined> {
  const { account_id: accountId } = await ownedInstance(ctx, id)
  return findLastMove(ctx.db, { accountId, instanceId: id })
}
