import type { Tx } from '../../platform/ctx.ts'
import {
  forgetLost,
  type NewNotice,
  type NoticeCtx,
  publishNotice,
  reportBack,
  reportLost,
} from '../notices/index.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Publishes a notice to the renter, once for each start, if a report shows that an instance that should be up is down.
 */
export async function publishProblem(
  ctx: NoticeCtx,
  tx: Tx,
  { before, after }: { before: InstanceRow; after: InstanceRow },
): Promise<void> {
  if (before.state === after.state) return
  if (before.state === 'lost') await settleLost(ctx, tx, after)
  const notice = noticeOf(after)
  if (notice !== null) await publishNotice(ctx, tx, notice)
}

/** Ends the alert of an instance that was lost: it is back, or it has another problem with a notice of its own. */
async function settleLost(ctx: NoticeCtx, tx: Tx, row: InstanceRow): Promise<void> {
  const alerted = { accountId: row.account_id, instanceId: row.id }
  if (atRest.has(row.state)) await forgetLost(tx, alerted)
  else await reportBack(ctx, tx, alerted)
}

const atRest: ReadonlySet<InstanceRow['state']> = new Set(['failed', 'stopped', 'destroyed'])

/**
 * Publishes a notice to the renter that an instance is lost, at most once an hour. Its email is that of the next digest:
 * an outage that takes many instances is one email.
 */
export async function publishLost(ctx: NoticeCtx, tx: Tx, row: InstanceRow): Promise<void> {
  const hour = ctx.clock.now().toISOString().slice(0, 13)
  const problem = {
    key: `lost:${row.id}:${hour}`,
    text: `${row.label} is lost: its machine was last seen more than 30 seconds ago. You are not billed while it is offline, and the instance resumes automatically when the machine is back.`,
    subject: `${row.label} is lost`,
  }
  const notice = newNotice(row, { ...problem, level: 'warning' })
  await publishNotice(ctx, tx, { ...notice, mail: null })
  await reportLost(ctx, tx, { accountId: row.account_id, instanceId: row.id, name: row.label })
}

/**
 * Publishes a notice to the renter that a machine did not stop an instance in time, and to its provider once it is
 * unlisted.
 */
export async function publishOverdueStop(
  ctx: NoticeCtx,
  tx: Tx,
  { row, machineName, marked }: OverdueStop,
): Promise<void> {
  const notice = newNotice(row, {
    key: `stop_overdue:${row.id}:${row.generation}`,
    level: 'warning',
    text: `${row.label} was not stopped by its machine in time. You are no longer billed for it, and its hold was released. Its processes may keep running until the machine responds.`,
    subject: `${row.label} was not stopped in time`,
  })
  await publishNotice(ctx, tx, notice)
  if (marked === 'marked before') return
  await publishNotice(ctx, tx, {
    accountId: row.provider_account_id,
    notice: {
      key: `stop_overdue:${row.machine_id}:${row.id}:${row.generation}`,
      level: 'error',
      text: `${machineName} did not stop or destroy an instance in time and was unlisted. It is listed again as soon as its agent reports that the instance has ended.`,
    },
    mail: { kind: 'machine_alerts', subject: `${machineName} was unlisted` },
  })
}

interface OverdueStop {
  row: InstanceRow
  machineName: string
  marked: 'new' | 'marked before'
}

/** Returns the notice for an instance that has just failed or stopped; `null` if it was meant to stop. */
function noticeOf(row: InstanceRow): NewNotice | null {
  const start = `${row.id}:${row.generation}:${row.restart}`
  const why = row.reason === null ? '' : ` ${row.reason.text}`
  if (row.state === 'failed') {
    return newNotice(row, {
      key: `failed:${start}`,
      level: 'error',
      text: `${row.label} failed.${why}`,
      subject: `${row.label} failed`,
    })
  }
  if (row.state !== 'stopped' || row.desired !== 'running') return null
  return newNotice(row, {
    key: `ended:${start}`,
    level: 'warning',
    text: `${row.label} stopped unexpectedly.${why}`,
    subject: `${row.label} stopped`,
  })
}

interface Problem {
  key: string
  level: 'warning' | 'error'
  text: string
  subject: string
}

function newNotice(row: InstanceRow, { subject, ...notice }: Problem): NewNotice {
  return {
    accountId: row.account_id,
    notice: { ...notice, instance_id: row.id },
    mail: { kind: 'instance_alerts', subject },
  }
}
