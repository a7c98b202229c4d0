import type { InstanceMoveId } from '@gridloom/contract/core/ids'
import type { MoveFailure } from '@gridloom/contract/snapshots/snapshot'
import type { Tx } from '../../platform/ctx.ts'
import {
  findInstance,
  lockInstance,
  publishInstance,
  sendSpecSoon,
  setDesiredState,
  updateInstance,
} from '../instances/index.ts'
import { publishNotice } from '../notices/index.ts'
import { passAddressesOn } from '../ports/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { decideMove } from './decide-move.ts'
import { listOpenMoves, lockOpenMove, updateMove } from './moves-store.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import type { InstanceMoveRow } from './schema.ts'
import { canMoveMove } from './snapshot-states.ts'
import { findSnapshot, markDeleting } from './snapshots-store.ts'
import { startBack } from './start-back.ts'

/** Takes every move one step further, if it can be. */
export async function advanceMoves(ctx: SnapshotsCtx): Promise<void> {
  for (const id of await listOpenMoves(ctx.db)) await advanceMove(ctx, id)
}

/**
 * Takes a move one step further. Each step is one transaction: a server that is killed repeats it, or has done it. The
 * new instance cannot start before the snapshot is ready, as its machine has nothing to start; the old one is stopped
 * before it is captured, and starts again only in the transaction that destroys the new one.
 */
async function advanceMove(ctx: SnapshotsCtx, id: InstanceMoveId): Promise<void> {
  const changed = await ctx.transact(async (tx) => {
    const move = await lockOpenMove(tx, id)
    if (move === undefined) return undefined
    const decision = decideMove({
      state: move.state,
      ageMs: ctx.clock.now().getTime() - move.created_at.getTime(),
      source: await findInstance(tx.db, move.instance_id),
      snapshot: (await findSnapshot(tx.db, move.snapshot_id))?.state,
      target: await findInstance(tx.db, move.new_instance_id),
    })
    if (decision.kind === 'wait') return undefined
    if (decision.kind === 'fail') return endFailed(ctx, tx, { move, failure: decision.failure })
    if (!canMoveMove(move.state, decision.to)) return undefined
    if (decision.to === 'done') return endDone(ctx, tx, move)
    await publishSnapshot(tx, move)
    await updateMove(tx, id, { state: decision.to })
    return undefined
  })
  if (changed === undefined) return
  for (const one of [changed.instance_id, changed.new_instance_id]) sendSpecSoon(ctx, one)
}

/** The new instance takes label and port addresses over; the old one is destroyed. */
async function endDone(ctx: SnapshotsCtx, tx: Tx, move: InstanceMoveRow): Promise<InstanceMoveRow> {
  const { account_id: accountId, instance_id: from, new_instance_id: to, label } = move
  const [source, target] = await lockBoth(tx, move)
  if (source !== undefined) {
    await setDesiredState(ctx, tx, source, {
      desired: 'destroyed',
      move_id: null,
      label: `${label.slice(0, 70)} (moved)`,
    })
  }
  await passAddressesOn(tx, { accountId, from, to })
  if (target !== undefined) await updateInstance(tx, to, { label, move_id: null })
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `moved:${move.id}`,
      level: 'info',
      text: `${label} was moved.`,
      instance_id: to,
    },
    mail: null,
  })
  return close(ctx, tx, move, { state: 'done' })
}

const reasons: Readonly<Record<MoveFailure, string>> = {
  cancelled: 'it was cancelled',
  stop_failed: 'it could not be stopped',
  snapshot_failed: 'its disk could not be captured',
  start_failed: 'it could not be started on the other machine',
  timed_out: 'it took too long',
}

/** The instance is where it was, and starts again if it ran; the new one is destroyed. */
export async function endFailed(
  ctx: SnapshotsCtx,
  tx: Tx,
  { move, failure }: { move: InstanceMoveRow; failure: MoveFailure },
): Promise<InstanceMoveRow> {
  const { account_id: accountId, label } = move
  const [source, target] = await lockBoth(tx, move)
  if (target !== undefined && target.state !== 'destroyed')
    await setDesiredState(ctx, tx, target, { desired: 'destroyed', move_id: null })
  const isBack = source !== undefined && (await startBack(ctx, tx, { source, move }))
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `move_failed:${move.id}`,
      level: failure === 'cancelled' ? 'info' : 'error',
      text: `${label} was not moved: ${reasons[failure]}. It is still on its machine${
        isBack ? '' : ', stopped with its disk'
      }.`,
      instance_id: move.instance_id,
    },
    mail: null,
  })
  return close(ctx, tx, move, { state: 'failed', failure })
}

/** In the order of their ids, as every transaction that locks several instances. */
async function lockBoth(tx: Tx, { instance_id, new_instance_id }: InstanceMoveRow) {
  const source = await lockInstance(tx, instance_id)
  return [source, await lockInstance(tx, new_instance_id)] as const
}

async function close(
  ctx: SnapshotsCtx,
  tx: Tx,
  move: InstanceMoveRow,
  ended: Pick<InstanceMoveRow, 'state'> & { failure?: MoveFailure },
): Promise<InstanceMoveRow> {
  const { account_id: accountId } = move
  await markDeleting(tx, { accountId, moveId: move.id })
  await publishSnapshot(tx, move)
  // Pages show whether an instance is moving, also of one that is neither started nor stopped by the end.
  for (const id of [move.instance_id, move.new_instance_id])
    await publishInstance(tx, accountId, id)
  return updateMove(tx, move.id, { ...ended, ended_at: ctx.clock.now() })
}
