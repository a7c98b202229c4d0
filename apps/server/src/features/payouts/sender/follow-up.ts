import { feesWithin, replacingFees } from '@gridloom/domain/chains/gas-fees'
import { type Receipt, readReceipt } from '../../../platform/chains/sending/read-chain.ts'
import { padded, transferTopic } from '../../../platform/chains/transfer-log.ts'
import type { Tx } from '../../../platform/ctx.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import type { AttemptRow, WalletPayoutRow } from '../schema.ts'
import { broadcast } from './broadcast.ts'
import { confirmPayout, failPayout } from './end-payout.ts'
import type { Pass } from './pass.ts'
import { insertAttempt, listAttempts } from './senders-store.ts'

/** How long a transaction waits for a block before it is replaced by one that pays more. */
const replaceAfterMs = 180_000

interface Sent {
  source: Source
  payout: WalletPayoutRow
}

/**
 * Looks at what became of a signed payout. It ends when a transaction with its nonce is deep enough in the chain, whichever
 * of them that is; until then it is sent again where it left the chain, and replaced where it is stuck.
 */
export async function followUp(ctx: PayoutsCtx, sent: Sent, pass: Pass): Promise<void> {
  const { source, payout } = sent
  const attempts = await listAttempts(ctx.db, payout.id)
  for (const { hash } of attempts) {
    const receipt = await readReceipt(source.rpc, hash)
    if (receipt === undefined) continue
    if (receipt.blockNumber <= pass.chain.finalBlock) await end(ctx, sent, { receipt, hash })
    else await noteBroadcast(ctx, payout)
    return
  }
  if (payout.nonce === null || pass.chain.finalNonce > payout.nonce) {
    // No transaction of ours has this nonce: paying again could pay twice, so the operator has to look.
    pass.waits[source.token] = 'nonce_used'
    return
  }
  const [newest] = attempts
  if (newest === undefined) throw new RangeError(`${payout.id} has no transaction`)
  const waitsMs = ctx.clock.now().getTime() - newest.signed_at.getTime()
  if (pass.isStalled) pass.waits[source.token] = 'chain_stalled'
  else if (waitsMs >= replaceAfterMs) await replace(ctx, sent, { newest, pass })
  await broadcast(ctx, sent, pass)
}

/** A process that died between sending and recording has left it `signed`. */
async function noteBroadcast(ctx: PayoutsCtx, { id, state }: WalletPayoutRow): Promise<void> {
  if (state !== 'signed') return
  await ctx.transact(async (tx) => {
    if ((await lockPayout(tx, id))?.state === 'signed')
      await updatePayout(tx, id, { state: 'broadcast' })
  })
}

async function end(
  ctx: PayoutsCtx,
  { source, payout }: Sent,
  { receipt, hash }: { receipt: Receipt; hash: string },
): Promise<void> {
  await noteBroadcast(ctx, payout)
  const isPaid = receipt.status === 1n && moved(receipt, source, payout)
  if (isPaid) await confirmPayout(ctx, { payout, from: 'broadcast' }, hash)
  else
    await failPayout(
      ctx,
      { payout, from: 'broadcast' },
      { reason: 'The token refused the transfer', hash },
    )
}

/** Whether the token states that all of it arrived: a token may take the call and move nothing. */
function moved({ logs }: Receipt, { token, sender }: Source, payout: WalletPayoutRow): boolean {
  return logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === token &&
      topics[0] === transferTopic &&
      topics[1] === padded(sender) &&
      topics[2] === padded(payout.address) &&
      /^0x[0-9a-f]{64}$/i.test(data) &&
      BigInt(data) === BigInt(payout.token_units),
  )
}

/** Signs the same transfer with the same nonce and higher fees, and stores it; it is sent after that. */
async function replace(
  ctx: PayoutsCtx,
  { source, payout }: Sent,
  { newest, pass }: { newest: AttemptRow; pass: Pass },
): Promise<void> {
  const last = { maxFee: BigInt(newest.max_fee_wei), priorityFee: BigInt(newest.priority_fee_wei) }
  const now = feesWithin(pass.chain, source.maxFeeWei) ?? last
  const fees = replacingFees(last, now, source.maxFeeWei)
  if (fees === undefined || payout.nonce === null) {
    pass.waits[source.token] = 'gas_price'
    return
  }
  const units = BigInt(payout.token_units)
  const signed = await source.sign({ nonce: payout.nonce, to: payout.address, units, ...fees })
  await ctx.transact(async (tx: Tx) => {
    const row = await lockPayout(tx, payout.id)
    const [latest] = await listAttempts(tx.db, payout.id)
    if (row?.nonce !== payout.nonce || latest?.attempt !== newest.attempt) return
    await insertAttempt(tx, {
      hash: signed.hash,
      payout_id: payout.id,
      attempt: newest.attempt + 1,
      raw: signed.raw,
      max_fee_wei: String(fees.maxFee),
      priority_fee_wei: String(fees.priorityFee),
      signed_at: ctx.clock.now(),
    })
    await updatePayout(tx, payout.id, { tx_hash: signed.hash })
  })
}
