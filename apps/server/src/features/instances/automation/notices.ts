import type { StartBlocker, StopCause } from '@gridloom/contract/instances/automation'
import type { PlannedStop } from '@gridloom/domain/stop-rules'
import { formatUtc } from '@gridloom/domain/utc-time'
import type { Tx } from '../../../platform/ctx.ts'
import { type NoticeCtx, publishNotice } from '../../notices/index.ts'
import { blockerSentences } from '../blocker-sentences.ts'
import type { InstanceRow } from '../schema.ts'

const stopWords: Readonly<Record<StopCause, string>> = {
  stop_time_reached: 'its stop time is reached',
  run_time_reached: 'it has run for as long as it was set to',
  idle: 'it is idle, and nobody is connected',
  stopped_by_schedule: 'its schedule says so',
}

/** Tells the renter in the page that a rule is about to stop an instance; without an email, as it is minutes away. */
export async function publishAnnounced(
  ctx: NoticeCtx,
  tx: Tx,
  row: InstanceRow,
  { atMs, cause }: PlannedStop,
): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `stop_announced:${row.id}:${cause}:${atMs}`,
      level: 'warning',
      text: `${row.label} will be stopped at ${formatUtc(new Date(atMs))}: ${stopWords[cause]}. To keep it running, postpone the stop on its page.`,
      instance_id: row.id,
    },
    mail: null,
  })
}

/** Tells the renter that a rule stopped an instance; a schedule does so every day, and sends no emails. */
export async function publishStopped(
  ctx: NoticeCtx,
  tx: Tx,
  row: InstanceRow,
  cause: StopCause,
): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `stopped_by_rule:${row.id}:${row.generation}`,
      level: 'info',
      text: `${row.label} was stopped: ${row.reason?.text ?? stopWords[cause]}`,
      instance_id: row.id,
    },
    mail:
      cause === 'stopped_by_schedule'
        ? null
        : { kind: 'instance_alerts', subject: `${row.label} was stopped` },
  })
}

/** Tells the renter, once for each reason in a window, that a scheduled start was not possible. */
export async function publishBlocked(
  ctx: NoticeCtx,
  tx: Tx,
  row: InstanceRow,
  { blocker, until }: { blocker: StartBlocker; until: Date },
): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `start_blocked:${row.id}:${blocker}:${until.getTime()}`,
      level: 'warning',
      text: `${row.label} could not be started by its schedule. ${blockerSentences[blocker]} It is tried again until ${formatUtc(until)}.`,
      instance_id: row.id,
    },
    mail: { kind: 'instance_alerts', subject: `${row.label} could not be started` },
  })
}

/** Tells the renter that the window of a scheduled start has ended without a start. */
export async function publishMissed(ctx: NoticeCtx, tx: Tx, row: InstanceRow): Promise<void> {
  const why = row.start_blocker === null ? '' : ` ${blockerSentences[row.start_blocker]}`
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `start_missed:${row.id}:${row.start_until?.getTime() ?? 0}`,
      level: 'error',
      text: `${row.label} was not started by its schedule, and is not tried again before its next start.${why}`,
      instance_id: row.id,
    },
    mail: { kind: 'instance_alerts', subject: `${row.label} was not started` },
  })
}
