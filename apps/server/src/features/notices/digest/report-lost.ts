import type { Tx } from '../../../platform/ctx.ts'
import type { NoticeCtx } from '../publish-notice.ts'
import { type AlertedInstance, deleteLost, insertLost, markBack } from './lost-alerts-store.ts'

/** Has the next digest tell the owner that an instance is lost. */
export async function reportLost(ctx: NoticeCtx, tx: Tx, lost: AlertedInstance): Promise<void> {
  await insertLost(tx, lost, ctx.clock.now())
}

/** Queues one email to the owner that lost instances are back, unless no email said that this one was lost. */
export async function reportBack(
  ctx: NoticeCtx,
  tx: Tx,
  back: Omit<AlertedInstance, 'name'>,
): Promise<void> {
  await markBack(tx, back, ctx.clock.now())
}

/** Drops a lost instance that will not be back: it failed, was stopped or destroyed. */
export async function forgetLost(tx: Tx, gone: Omit<AlertedInstance, 'name'>): Promise<void> {
  await deleteLost(tx, gone)
}
