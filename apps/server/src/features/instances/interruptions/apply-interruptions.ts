import { interruptionNoticeS } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { areSlotsInUse } from '../../market/index.ts'
import type { InstancesCtx } from '../ctx.ts'
import { lockInstance, updateInstance } from '../instances-store.ts'
import { publishInstance } from '../publish-instance.ts'
import type { InstanceRow } from '../schema.ts'
import { sendSpecSoon } from '../send-spec.ts'
import { setDesiredState } from '../set-desired-state.ts'
import { listReady, listToAnnounce, listToStop } from './interruptions-store.ts'
import { publishInterrupting } from './notices.ts'

type Step = (ctx: InstancesCtx, tx: Tx, row: InstanceRow) => Promise<InstanceRow | null>

/**
 * Announces the interruptions that orders and clearings have decided, stops the instances whose notice has passed, and
 * lets those start whose slots are free now. Everything that decides is in the database, so that a replica goes on where
 * another ended. Returns how many were looked at.
 */
export async function applyInterruptions(ctx: InstancesCtx): Promise<number> {
  const announced = await applyEach(ctx, await listToAnnounce(ctx.db), announce)
  const stopped = await applyEach(ctx, await listToStop(ctx.db, ctx.clock.now()), stop)
  const released = await applyEach(ctx, await listReady(ctx.db), release)
  return announced + stopped + released
}

/** Each in a transaction of its own: no transaction holds the rows of two renters. */
async function applyEach(
  ctx: InstancesCtx,
  ids: readonly InstanceId[],
  step: Step,
): Promise<number> {
  for (const id of ids) {
    try {
      const changed = await ctx.transact(async (tx) => {
        const row = await lockInstance(tx, id)
        return row === undefined || row.desired !== 'running' ? null : step(ctx, tx, row)
      })
      if (changed !== null) sendSpecSoon(ctx, id)
    } catch (error) {
      // @NOTE the next run tries again.
      ctx.log.error(
        { event: 'interruption.failed', err: error, instance: id },
        'the interruption of an instance could not be carried on',
      )
    }
  }
  return ids.length
}

/** One that does not run yet has nothing to save, and is stopped at once. One that is lost may run. */
const announce: Step = async (ctx, tx, row) => {
  if (row.interrupted_at !== null) return null
  if (row.state !== 'running' && row.state !== 'lost') return interrupt(ctx, tx, row)
  const at = new Date(ctx.clock.now().getTime() + interruptionNoticeS * 1_000)
  await publishInterrupting(ctx, tx, row, at)
  return setDesiredState(ctx, tx, row, { desired: 'running', interrupted_at: at })
}

const stop: Step = async (ctx, tx, row) => {
  const at = row.interrupted_at
  return at === null || at > ctx.clock.now() ? null : interrupt(ctx, tx, row)
}

const release: Step = async (ctx, tx, row) => {
  if (!row.awaits_slots || (await areSlotsInUse(tx.db, row.id))) return null
  const ready = await updateInstance(tx, row.id, {
    awaits_slots: false,
    slots_ready_at: ctx.clock.now(),
    ...(row.reason?.code === 'awaiting_slots' && { reason: null }),
  })
  await publishInstance(tx, row.account_id, row.id)
  return ready
}

const interruptedText =
  'Its slots went to an order at the full price, or to a higher bid. Its disk is kept.'

/** Stops an instance whose slots are for another one. It keeps its disk, and starts again when its bid wins. */
export async function interrupt(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const reason = JSON.stringify({ code: 'interrupted', text: interruptedText, exit_code: null })
  return setDesiredState(ctx, tx, row, { desired: 'stopped', reason })
}
