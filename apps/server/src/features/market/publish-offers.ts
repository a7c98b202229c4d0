import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, to all readers of the market that its offers have changed. */
export async function publishOffers(tx: Tx): Promise<void> {
  await tx.publish({ topic: 'offers', accountId: null, subject: '' })
}
