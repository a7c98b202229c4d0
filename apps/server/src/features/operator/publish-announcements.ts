import type { Tx } from '../../platform/ctx.ts'

/** Publishes to every open page, at commit, that announcements or the maintenance mode have changed. */
export async function publishAnnouncements(tx: Tx): Promise<void> {
  await tx.publish({ topic: 'announcements', accountId: null, subject: '' })
}
