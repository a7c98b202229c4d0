import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, to every open page that an announcement or the maintenance has changed. */
export async function publishAnnouncements(tx: Tx): Promise<void> {
  await tx.publish({ topic: 'announcements', accountId: null, subject: '' })
}
