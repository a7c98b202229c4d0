import { broadcastRaw } from '../../../platform/chains/sending/broadcast.ts'
import type { PayoutsCtx } from '../ctx.ts'
import type { Pass } from './pass.ts'
import { listAttempts } from './senders-store.ts'
import type { SentNonce } from './sent-nonce.ts'

/**
 * Sends the newest transaction of a nonce, also again: nodes know the bytes that they have seen, and a nonce is used
 * once.
 */
export async function broadcast(ctx: PayoutsCtx, sent: SentNonce, pass: Pass): Promise<void> {
  const { source } = sent
  const [newest] = await listAttempts(ctx.db, sent.owner)
  if (newest === undefined) throw new RangeError(`nonce ${sent.nonce} has no transaction`)
  if ((await broadcastRaw(source.rpc, newest.raw)) === 'no_gas') {
    pass.waits[source.token] = 'no_gas'
    return
  }
  await ctx.transact((tx) => sent.noteBroadcast(tx))
}
