import type { Tx } from '../../../platform/ctx.ts'
import { publishNotice } from '../../notices/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { Producer } from './frame-parts-store.ts'

interface OwnerNotice {
  machine: Pick<Producer, 'account_id'>
  /** The owner is notified once for each key. */
  key: string
  subject: string
  text: string
}

/** Notifies the owner of a machine of a problem with its rendering: a notice, and an email if enabled. */
export async function notifyOwner(
  ctx: RenderingCtx,
  tx: Tx,
  { machine, key, subject, text }: OwnerNotice,
): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId: machine.account_id,
    notice: { key, level: 'warning', text },
    mail: { kind: 'machine_alerts', subject },
  })
}
