import { broadcastRaw } from '../../../platform/chains/sending/broadcast.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import type { WalletPayoutRow } from '../schema.ts'
import type { Pass } from './pass.ts'
import { listAttempts } from './senders-store.ts'

/**
 * Sends the newest transaction of a signed payout, also again: nodes know the bytes that they have seen, and a nonce is
 * used once.
 */
export async function broadcast(
  ctx: PayoutsCtx,
  { source, payout }: { source: Source; payout: Pick<WalletPayoutRow, 'id'> },
  pass: Pass,
): Promise<void> {
  const [newest] = await listAttempts(ctx.db, payout.id)
  if (newest === undefined) throw new RangeError(`${payout.id} has no transaction`)
  if ((await broadcastRaw(source.rpc, newest.raw)) === 'no_gas') {
    pass.waits[source.token] = 'no_gas'
    return
  }
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, payout.id)
    if (row?.state === 'signed') await updatePayout(tx, payout.id, { state: 'broadcast' })
  })
}
