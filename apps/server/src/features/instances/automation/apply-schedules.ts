import type { InstanceId } from '@gridloom/contract/core/ids'
import type { InstancesCtx } from '../ctx.ts'
import { lockInstance, updateInstance } from '../instances-store.ts'
import { listScheduleDue } from './automation-store.ts'
import { canBeStopped } from './automation-view.ts'
import { nextOfSchedule, startWindowEnd } from './schedule.ts'
import { tryScheduledStart } from './scheduled-start.ts'

/**
 * Begins the scheduled starts that are due, and tries those again that were not possible. Returns how many instances were
 * looked at. A stop of a schedule is a stop rule; here it only passes for an instance that is down.
 */
export async function applySchedules(ctx: InstancesCtx): Promise<number> {
  const ids = await listScheduleDue(ctx.db, ctx.clock.now())
  for (const id of ids) {
    await applyTo(ctx, id).catch((error: unknown) =>
      // @NOTE the next run tries again.
      ctx.log.error(
        { event: 'schedule.failed', err: error, instance: id },
        'the schedule of an instance could not be applied',
      ),
    )
  }
  return ids.length
}

async function applyTo(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  await moveOn(ctx, id)
  await tryScheduledStart(ctx, id)
}

/**
 * Moves a schedule past its times that are due. A start opens a window in which it is tried; one whose window ended while
 * no replica ran is left out, so that no instance starts at night for a morning that has passed.
 */
async function moveOn(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || row.schedule === null || row.desired === 'destroyed') return
    const now = ctx.clock.now()
    const { next_start_at: startAt, next_stop_at: stopAt, schedule } = row
    const next = nextOfSchedule(schedule, now)
    const startDue = startAt !== null && startAt <= now
    const stopPassed = stopAt !== null && stopAt <= now && !canBeStopped(row)
    if (!startDue && !stopPassed) return
    const until = startDue ? startWindowEnd(schedule, startAt) : null
    await updateInstance(tx, id, {
      ...(startDue && { next_start_at: next.next_start_at }),
      ...(stopPassed && { next_stop_at: next.next_stop_at }),
      ...(until !== null &&
        until > now && { start_until: until, start_retry_at: now, start_blocker: null }),
    })
  })
}
