import type { Tx } from '../../../platform/ctx.ts'

/** Publishes, at commit, to all open pages that the catalogue has changed. */
export async function publishApps(tx: Tx): Promise<void> {
  await tx.publish({ topic: 'apps', accountId: null, subject: '' })
}
