import { feesWithin, replacingFees } from '@gridloom/domain/chains/gas-fees'
import { type Receipt, readReceipt } from '../../../../platform/chains/sending/read-chain.ts'
import { padded, transferTopic } from '../../../../platform/chains/transfer-log.ts'
import type { WatchCtx } from '../../ctx.ts'
import { listAttempts } from '../gasless-store.ts'
import { isAuthorizationUsed, readPermitNonce } from '../read-token.ts'
import type { GaslessAttempt, GaslessRow } from '../schema.ts'
import { moveOn } from './move-on.ts'
import type { Pass } from './pass.ts'
import { signAttempt } from './sign-attempt.ts'

/** How long a transaction waits for a block before it is replaced by one that pays more. */
const replaceAfterMs = 180_000
/** Blocks state times a little before ours. */
const graceMs = 30_000

/**
 * Looks at what became of a payment that has a transaction. It is settled when one of them is deep enough in the chain;
 * until then a stuck one is replaced, and one whose signature has expired is cancelled, as its nonce must be used.
 */
export async function followUp(ctx: WatchCtx, payment: GaslessRow, pass: Pass): Promise<void> {
  if (payment.tx_nonce === null) return
  const attempts = await listAttempts(ctx.db, payment.id, payment.tx_nonce)
  for (const attempt of attempts) {
    const receipt = await readReceipt(pass.parts.rpc, attempt.hash)
    if (receipt !== undefined) return found(ctx, payment, { attempt, receipt, pass })
  }
  // Its block left the chain.
  if (payment.state === 'mined') await moveOn(ctx, payment, { state: 'sent' })
  else if (pass.chain.finalNonce > payment.tx_nonce)
    // Another transaction took the nonce. What was signed works once on the chain, so a new one is safe.
    await moveOn(ctx, payment, { state: 'received', tx_nonce: null })
  else await hurry(ctx, payment, { newest: attempts[0], pass })
}

interface Found {
  attempt: GaslessAttempt
  receipt: Receipt
  pass: Pass
}

async function found(
  ctx: WatchCtx,
  payment: GaslessRow,
  { attempt, receipt, pass }: Found,
): Promise<void> {
  const isFinal = receipt.blockNumber <= pass.chain.finalBlock
  const settled_at = isFinal ? ctx.clock.now() : null
  if (attempt.call === 'cancel') {
    if (isFinal) await moveOn(ctx, payment, { state: 'expired', settled_at })
    return
  }
  if (receipt.status === 1n && attempt.call === 'permit')
    return moveOn(ctx, payment, { state: 'received', step: 'transfer', tx_nonce: null })
  if (receipt.status === 1n && moved(receipt, payment))
    return moveOn(ctx, payment, { state: 'mined', tx_hash: attempt.hash, settled_at })
  if (isFinal) await explain(ctx, payment, { attempt, receipt, pass })
}

/** Whether the token states that the deposit address received all of it. */
function moved({ logs }: Receipt, payment: GaslessRow): boolean {
  return logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === payment.token &&
      topics[0] === transferTopic &&
      topics[1] === padded(payment.payer) &&
      topics[2] === padded(payment.address) &&
      /^0x[0-9a-f]{64}$/i.test(data) &&
      BigInt(data) === BigInt(payment.amount),
  )
}

/** Its transaction failed: because another program had sent what the payer signed, or because the token refused it. */
async function explain(
  ctx: WatchCtx,
  payment: GaslessRow,
  { attempt, pass }: Found,
): Promise<void> {
  const at = { rpc: pass.parts.rpc, token: payment.token, height: pass.chain.finalBlock }
  const settled_at = ctx.clock.now()
  if (payment.method === 'authorization') {
    if (await isAuthorizationUsed(at, payment.payer, payment.nonce))
      return moveOn(ctx, payment, { state: 'mined', tx_hash: null, settled_at })
  } else if (attempt.call === 'permit') {
    const next = await readPermitNonce(at, payment.payer)
    if (next !== undefined && next > BigInt(payment.nonce))
      return moveOn(ctx, payment, { state: 'received', step: 'transfer', tx_nonce: null })
  }
  const reason = 'The token refused the transfer'
  await moveOn(ctx, payment, { state: 'failed', tx_hash: attempt.hash, reason, settled_at })
}

/** Replaces a transaction that is stuck, or whose signature has expired. */
async function hurry(
  ctx: WatchCtx,
  payment: GaslessRow,
  { newest, pass }: { newest: GaslessAttempt | undefined; pass: Pass },
): Promise<void> {
  if (newest === undefined) throw new RangeError(`${payment.id} has no transaction`)
  const now = ctx.clock.now().getTime()
  const isExpired = now > payment.valid_until.getTime() + graceMs
  const isStuck = now - newest.signed_at.getTime() >= replaceAfterMs
  const isCancelled = newest.call === 'cancel'
  if (!isStuck && !(isExpired && !isCancelled)) return
  const last = { maxFee: BigInt(newest.max_fee_wei), priorityFee: BigInt(newest.priority_fee_wei) }
  const cap = pass.relayer.maxFeeWei
  const fees = replacingFees(last, feesWithin(pass.chain, cap) ?? last, cap)
  if (fees === undefined) {
    pass.wait = 'gas_price'
    return
  }
  const call = isExpired ? 'cancel' : newest.call
  await signAttempt(ctx, payment, { call, fees, after: newest, pass })
}
