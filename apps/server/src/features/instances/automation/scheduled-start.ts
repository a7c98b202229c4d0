import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { StartBlocker } from '@gridloom/contract/instances/automation'
import type { Tx } from '../../../platform/ctx.ts'
import { isActiveUser } from '../../accounts/index.ts'
import { refuseBeyondBudget } from '../../budgets/index.ts'
import type { InstancesCtx } from '../ctx.ts'
import { recordInstanceEvents } from '../events/record-instance-events.ts'
import { lockInstance, updateInstance } from '../instances-store.ts'
import { publishInstance } from '../publish-instance.ts'
import type { InstanceRow } from '../schema.ts'
import { sendSpecSoon } from '../send-spec.ts'
import { isStartable, isStarting, startAgain } from '../start-again.ts'
import { noPendingStart } from './change-settings.ts'
import { publishBlocked, publishMissed } from './notices.ts'

/** A start that was not possible is tried again after this. */
const retryMs = 60_000

/**
 * Tries the pending start of an instance, if it is due. Its row is locked from the check to the start, which ends the
 * pending start in the same transaction: it never starts twice, and a renter's stop in between ends it.
 */
export async function tryScheduledStart(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  try {
    const isStarted = await ctx.transact(async (tx) => {
      const row = await lockInstance(tx, id)
      if (row === undefined || !isDue(ctx, row)) return false
      return start(ctx, tx, row)
    })
    if (isStarted) sendSpecSoon(ctx, id)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await block(ctx, id, blockerOf(error))
  }
}

function isDue(ctx: InstancesCtx, { start_retry_at: retryAt }: InstanceRow): boolean {
  return retryAt !== null && retryAt <= ctx.clock.now()
}

async function start(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<boolean> {
  const now = ctx.clock.now()
  if (isStarting(row) || row.desired === 'destroyed') {
    await updateInstance(tx, row.id, noPendingStart)
    return false
  }
  if (row.start_until === null || row.start_until <= now) {
    await publishMissed(ctx, tx, row)
    await updateInstance(tx, row.id, noPendingStart)
    await publishInstance(tx, row.account_id, row.id)
    return false
  }
  if (row.state === 'stopping' || row.state === 'lost') {
    await updateInstance(tx, row.id, { start_retry_at: new Date(now.getTime() + retryMs) })
    return false
  }
  if (!isStartable(row)) throw new Refused('state_conflict', { details: { what: 'instance' } })
  if (row.placed_by !== null && !(await isActiveUser(tx.db, row.placed_by)))
    throw new Refused('forbidden')
  await startAgain(ctx, tx, row, (microUsd) => decideKeyBudget(ctx, tx, { row, microUsd }))
  return true
}

/** A user who ran it beyond the budget of its key lets the schedule do so; otherwise the budget binds. */
export async function decideKeyBudget(
  ctx: InstancesCtx,
  tx: Tx,
  { row, microUsd }: { row: InstanceRow; microUsd: number },
): Promise<'within' | 'beyond'> {
  if (row.past_key_budget) return 'beyond'
  await refuseBeyondBudget(ctx, tx, { keyId: row.api_key_id, microUsd })
  return 'within'
}

function blockerOf({ code }: Refused): StartBlocker {
  if (code === 'forbidden') return 'account_suspended'
  const parsed = StartBlocker.safeParse(code)
  return parsed.success ? parsed.data : 'not_startable'
}

async function block(ctx: InstancesCtx, id: InstanceId, blocker: StartBlocker): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || row.start_until === null) return
    const blocked = await updateInstance(tx, id, {
      start_blocker: blocker,
      start_retry_at: new Date(ctx.clock.now().getTime() + retryMs),
    })
    if (row.start_blocker === blocker) return
    await recordInstanceEvents(ctx, tx, { before: row, after: blocked })
    await publishBlocked(ctx, tx, row, { blocker, until: row.start_until })
    await publishInstance(tx, row.account_id, id)
  })
}
