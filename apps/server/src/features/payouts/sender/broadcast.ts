import { RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import type { PayoutRow } from '../schema.ts'
import type { Pass } from './pass.ts'
import { asDown } from './read-chain.ts'
import { listAttempts } from './senders-store.ts'

/**
 * Sends the newest transaction of a signed payout, also again: nodes know the bytes that they have seen, and a nonce is
 * used once.
 */
export async function broadcast(
  ctx: PayoutsCtx,
  { source, payout }: { source: Source; payout: Pick<PayoutRow, 'id'> },
  pass: Pass,
): Promise<void> {
  const [newest] = await listAttempts(ctx.db, payout.id)
  if (newest === undefined) throw new RangeError(`${payout.id} has no transaction`)
  try {
    await source.rpc.request('eth_sendRawTransaction', [newest.raw])
  } catch (error) {
    if (!(error instanceof RpcRefused)) throw error
    if (/insufficient funds/i.test(error.message)) {
      pass.waits[source.token] = 'no_gas'
      return
    }
    if (!isKnown(error)) throw asDown(error)
  }
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, payout.id)
    if (row?.state === 'signed') await updatePayout(tx, payout.id, { state: 'broadcast' })
  })
}

/** The node has the transaction, another one of this nonce with a higher fee, or a block with one of them. */
function isKnown({ message }: RpcRefused): boolean {
  return /already (?:known|imported|exists)|known transaction|nonce too low|underpriced/i.test(
    message,
  )
}
