import type { Tx } from '../../platform/ctx.ts'
import { type NewNotice, type NoticeCtx, publishNotice } from '../notices/index.ts'
import type { InstanceRow } from './schema.ts'

/** Tells the renter when a report brought an instance down that should be up: once for each start. */
export async function tellTrouble(
  ctx: NoticeCtx,
  tx: Tx,
  { before, after }: { before: InstanceRow; after: InstanceRow },
): Promise<void> {
  const trouble = before.state === after.state ? null : troubleOf(after)
  if (trouble !== null) await publishNotice(ctx, tx, trouble)
}

/** Tells the renter that an instance's machine is silent; of one that comes and goes, once an hour. */
export async function publishLost(ctx: NoticeCtx, tx: Tx, row: InstanceRow): Promise<void> {
  const hour = ctx.clock.now().toISOString().slice(0, 13)
  const trouble = {
    key: `lost:${row.id}:${hour}`,
    text: `${row.label} is lost: its machine has not been heard for 30 seconds. Nothing is charged meanwhile, and it goes on if the machine returns.`,
    subject: `${row.label} is lost`,
  }
  await publishNotice(ctx, tx, toldOf(row, { ...trouble, level: 'warning' }))
}

/** Tells the renter that a machine has not ended an instance in time, and its provider once that it is off the market. */
export async function publishOverdueStop(
  ctx: NoticeCtx,
  tx: Tx,
  { row, machineName, marked }: OverdueStop,
): Promise<void> {
  const trouble = toldOf(row, {
    key: `stop_overdue:${row.id}:${row.generation}`,
    level: 'warning',
    text: `${row.label} was not ended by its machine in time. Nothing more is charged for it, and what was set aside is given back. What is inside may go on running until the machine acts.`,
    subject: `${row.label} was not ended in time`,
  })
  await publishNotice(ctx, tx, trouble)
  if (marked === 'marked before') return
  await publishNotice(ctx, tx, {
    accountId: row.provider_account_id,
    notice: {
      key: `stop_overdue:${row.machine_id}:${row.id}:${row.generation}`,
      level: 'error',
      text: `${machineName} did not end an instance in time that was to be stopped or destroyed, so it is not offered any more. It is offered again as soon as its agent reports the end.`,
    },
    mail: { kind: 'machine_trouble', subject: `${machineName} is not offered any more` },
  })
}

interface OverdueStop {
  row: InstanceRow
  machineName: string
  marked: 'new' | 'marked before'
}

/** What to say of an instance that has just come into this state; nothing of one that was meant to. */
function troubleOf(row: InstanceRow): NewNotice | null {
  const start = `${row.id}:${row.generation}:${row.restart}`
  const why = row.reason === null ? '' : ` ${row.reason.text}`
  if (row.state === 'failed') {
    return toldOf(row, {
      key: `failed:${start}`,
      level: 'error',
      text: `${row.label} failed.${why}`,
      subject: `${row.label} failed`,
    })
  }
  if (row.state !== 'stopped' || row.desired !== 'running') return null
  return toldOf(row, {
    key: `ended:${start}`,
    level: 'warning',
    text: `${row.label} stopped by itself.${why}`,
    subject: `${row.label} stopped`,
  })
}

interface Trouble {
  key: string
  level: 'warning' | 'error'
  text: string
  subject: string
}

function toldOf(row: InstanceRow, { subject, ...notice }: Trouble): NewNotice {
  return {
    accountId: row.account_id,
    notice: { ...notice, instance_id: row.id },
    mail: { kind: 'instance_trouble', subject },
  }
}
