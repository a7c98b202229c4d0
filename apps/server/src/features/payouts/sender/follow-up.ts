import { feesWithin, replacingFees } from '@gridloom/domain/chains/gas-fees'
import { readReceipt } from '../../../platform/chains/sending/read-chain.ts'
import type { PayoutsCtx } from '../ctx.ts'
import type { AttemptRow } from '../schema.ts'
import { broadcast } from './broadcast.ts'
import type { Pass } from './pass.ts'
import { insertAttempt, listAttempts } from './senders-store.ts'
import type { SentNonce } from './sent-nonce.ts'

/** How long a transaction waits for a block before it is replaced by one that pays more. */
const replaceAfterMs = 180_000

/**
 * Looks at what became of a nonce. It ends when one of its transactions is deep enough in the chain, whichever of them
 * that is; until then it is sent again where it left the chain, and replaced where it is stuck.
 */
export async function followUp(ctx: PayoutsCtx, sent: SentNonce, pass: Pass): Promise<void> {
  const { source } = sent
  const attempts = await listAttempts(ctx.db, sent.owner)
  for (const { hash } of attempts) {
    const receipt = await readReceipt(source.rpc, hash)
    if (receipt === undefined) continue
    await ctx.transact((tx) => sent.noteBroadcast(tx))
    if (receipt.blockNumber <= pass.chain.finalBlock)
      await sent.end({ ...receipt, transactionHash: hash }, pass)
    return
  }
  if (pass.chain.finalNonce > sent.nonce) {
    // No transaction of ours has this nonce: paying again could pay twice, so the operator has to look.
    const outcome = await ctx.transact((tx) => sent.noteUsed(tx))
    if (outcome === 'left') pass.waits[source.token] = 'nonce_used'
    return
  }
  const [newest] = attempts
  if (newest === undefined) throw new RangeError(`nonce ${sent.nonce} has no transaction`)
  const waitsMs = ctx.clock.now().getTime() - newest.signed_at.getTime()
  if (pass.isStalled) pass.waits[source.token] = 'chain_stalled'
  else if (waitsMs >= replaceAfterMs) await replace(ctx, sent, { newest, pass })
  await broadcast(ctx, sent, pass)
}

/** Signs the same call with the same nonce and higher fees, and stores it; it is sent after that. */
async function replace(
  ctx: PayoutsCtx,
  sent: SentNonce,
  { newest, pass }: { newest: AttemptRow; pass: Pass },
): Promise<void> {
  const { source, nonce, owner } = sent
  const last = { maxFee: BigInt(newest.max_fee_wei), priorityFee: BigInt(newest.priority_fee_wei) }
  const now = feesWithin(pass.chain, source.maxFeeWei) ?? last
  const fees = replacingFees(last, now, source.maxFeeWei)
  if (fees === undefined) {
    pass.waits[source.token] = 'gas_price'
    return
  }
  const signed = await source.sign({ nonce, ...(await sent.call()), ...fees })
  await ctx.transact(async (tx) => {
    const isOpen = await sent.lock(tx)
    const [latest] = await listAttempts(tx.db, owner)
    if (!isOpen || latest?.attempt !== newest.attempt) return
    const attempt = { ...signed, attempt: newest.attempt + 1, fees, signedAt: ctx.clock.now() }
    await insertAttempt(tx, owner, attempt)
    await sent.noteHash(tx, signed.hash)
  })
}
