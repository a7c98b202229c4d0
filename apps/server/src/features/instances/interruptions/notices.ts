import { formatUtc } from '@gridloom/domain/utc-time'
import type { Tx } from '../../../platform/ctx.ts'
import { type NoticeCtx, publishNotice } from '../../notices/index.ts'
import type { InstanceRow } from '../schema.ts'

/** Tells the renter that an instance is about to be interrupted. */
export async function publishInterrupting(
  ctx: NoticeCtx,
  tx: Tx,
  row: InstanceRow,
  at: Date,
): Promise<void> {
  const next = row.resumes ? 'It starts again by itself when its bid wins slots.' : ''
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `interrupting:${row.id}:${row.generation}`,
      level: 'warning',
      text: `${row.label} is interrupted at ${formatUtc(at)}: its slots are needed for another instance. Its disk is kept. ${next}`.trim(),
      instance_id: row.id,
    },
    mail: { kind: 'instance_alerts', subject: `${row.label} is interrupted` },
  })
}

/** Tells the renter that an interrupted instance could have started again, and why it did not. */
export async function publishNotResumed(
  ctx: NoticeCtx,
  tx: Tx,
  row: InstanceRow,
  why: string,
): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `not_resumed:${row.id}:${row.generation}`,
      level: 'error',
      text: `${row.label} won slots again, but was not started. ${why} Start it again yourself to continue.`,
      instance_id: row.id,
    },
    mail: { kind: 'instance_alerts', subject: `${row.label} was not started again` },
  })
}
