import { stopNoticeS } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { type PlannedStop, planStop, stepOfStop } from '@gridloom/domain/stop-rules'
import type { Tx } from '../../../platform/ctx.ts'
import type { InstancesCtx } from '../ctx.ts'
import { recordInstanceEvents } from '../events/record-instance-events.ts'
import { lockInstance, updateInstance } from '../instances-store.ts'
import { publishInstance } from '../publish-instance.ts'
import type { InstanceRow } from '../schema.ts'
import { sendSpecSoon } from '../send-spec.ts'
import { setDesiredState } from '../set-desired-state.ts'
import { listStopsNear } from './automation-store.ts'
import { canBeStopped } from './automation-view.ts'
import { noPlannedStop } from './change-settings.ts'
import { publishAnnounced, publishStopped } from './notices.ts'
import { stopFactsOf } from './rule-facts.ts'
import { nextOfSchedule } from './schedule.ts'

/**
 * Stops the instances whose rules say so, and announces the stops of the next minutes. Everything that decides is in the
 * database: a replica that starts goes on where another ended. Returns how many were looked at.
 */
export async function applyStopRules(ctx: InstancesCtx): Promise<number> {
  const soon = new Date(ctx.clock.now().getTime() + stopNoticeS * 1_000)
  const ids = await listStopsNear(ctx.db, soon)
  for (const id of ids) {
    await applyTo(ctx, id).catch((error: unknown) =>
      // @NOTE the next run tries again.
      ctx.log.error(
        { event: 'stop_rules.failed', err: error, instance: id },
        'the stop rules of an instance could not be applied',
      ),
    )
  }
  return ids.length
}

async function applyTo(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  const stopped = await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || !canBeStopped(row)) return false
    const nowMs = ctx.clock.now().getTime()
    const planned = planStop(stopFactsOf(row), nowMs)
    switch (stepOfStop(planned, row.stop_announced_cause, nowMs)) {
      case 'stop':
        if (planned !== null) await stop(ctx, tx, row, planned)
        return true
      case 'announce':
        if (planned !== null) await announce(ctx, tx, row, planned)
        return false
      case 'withdraw':
        await updateInstance(tx, id, { stop_announced_at: null, stop_announced_cause: null })
        await publishInstance(tx, row.account_id, id)
        return false
      case 'none':
        return false
    }
  })
  if (stopped) sendSpecSoon(ctx, id)
}

async function stop(ctx: InstancesCtx, tx: Tx, row: InstanceRow, planned: PlannedStop) {
  const now = ctx.clock.now()
  const stopped = await setDesiredState(ctx, tx, row, {
    desired: 'stopped',
    reason: JSON.stringify({ code: planned.cause, text: textOf(planned, row), exit_code: null }),
    ...noPlannedStop,
    // A stop time holds once; it has passed for every rule.
    ...(row.stop_at !== null && row.stop_at <= now && { stop_at: null }),
    ...(row.next_stop_at !== null &&
      row.next_stop_at <= now && { next_stop_at: nextOfSchedule(row.schedule, now).next_stop_at }),
  })
  await publishStopped(ctx, tx, stopped, planned.cause)
}

/** Why it was stopped, as its page shows it. */
function textOf({ cause }: PlannedStop, row: InstanceRow): string {
  switch (cause) {
    case 'stop_time_reached':
      return 'Stopped at the time that you set.'
    case 'run_time_reached':
      return 'Stopped, as it had run for as long as you set.'
    case 'idle':
      return `Stopped, as it was idle for ${row.stop_idle?.minutes ?? 0} minutes and nobody was connected.`
    case 'stopped_by_schedule':
      return 'Stopped by its schedule.'
  }
}

async function announce(ctx: InstancesCtx, tx: Tx, row: InstanceRow, planned: PlannedStop) {
  const announced = await updateInstance(tx, row.id, {
    stop_announced_at: ctx.clock.now(),
    stop_announced_cause: planned.cause,
  })
  await recordInstanceEvents(ctx, tx, { before: row, after: announced })
  await publishAnnounced(ctx, tx, row, planned)
  await publishInstance(tx, row.account_id, row.id)
}
