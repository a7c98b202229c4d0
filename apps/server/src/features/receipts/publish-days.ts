import { hash } from 'node:crypto'
import type { ReceiptDay } from '@gridloom/contract/receipts/signed-receipt'
import { merkleTree } from '@gridloom/domain/receipts/merkle-tree'
import { hashDay } from '@gridloom/domain/receipts/receipt-hashes'
import { noHash } from '@gridloom/domain/trust/evidence-chain'
import type { SignedReceiptsCtx } from './ctx.ts'
import { insertDay, nextDayWithLeaves, selectDays, selectLeaves } from './days-store.ts'
import { closeDays } from './statements/close-days.ts'

const sha256 = (text: string) => hash('sha256', text)

/**
 * Publishes each full UTC day that has records or statements and is not published: the last record of each instance, and
 * the day of each account, as one signed root. Days follow each other by their hashes, so that a day cannot be changed
 * or left out later.
 */
export async function publishDays(
  ctx: Pick<SignedReceiptsCtx, 'db' | 'clock' | 'transact' | 'evidenceSigner'>,
): Promise<void> {
  await closeDays(ctx)
  const today = ctx.clock.now().toISOString().slice(0, 10)
  for (;;) {
    const [last] = await selectDays(ctx.db, { limit: 1 })
    const day = await nextDayWithLeaves(ctx.db, { after: last?.day, today })
    if (day === undefined) return
    const leaves = await selectLeaves(ctx.db, day)
    const { root, paths } = merkleTree(leaves, sha256)
    const unsigned = { day, leaves: leaves.length, root, previous: last?.hash ?? noHash }
    const dayHash = hashDay(unsigned, sha256)
    const signature = ctx.evidenceSigner.sign(dayHash)
    const published: ReceiptDay = { ...unsigned, hash: dayHash, signature }
    const at = ctx.clock.now()
    await ctx.transact((tx) => insertDay(tx, published, { leaves, paths, at }))
  }
}
