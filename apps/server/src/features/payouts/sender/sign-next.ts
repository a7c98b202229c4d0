import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import { feesWithin } from '@gridloom/domain/chains/gas-fees'
import { batchMax } from '@gridloom/domain/payouts/payout-batch'
import { RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import { asDown, isRevert, readHeld } from '../../../platform/chains/sending/read-chain.ts'
import { lockSender, putNextNonce } from '../../../platform/chains/sending/senders-store.ts'
import type { Tx } from '../../../platform/ctx.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { isToWallet, type WalletPayoutRow } from '../schema.ts'
import { signBatch } from './batches/sign-batch.ts'
import { broadcast } from './broadcast.ts'
import { type Due, withinFunds } from './due.ts'
import { failPayout } from './end-payout.ts'
import type { Pass } from './pass.ts'
import { insertAttempt, listApproved, sumSent } from './senders-store.ts'
import { sentPayout, transferCall } from './sent-payout.ts'

/**
 * Signs and sends the oldest approved payouts of a token: several in one transaction where there is a batch contract, or
 * the oldest by itself. `false`: there is none, or it has to wait. The transaction and its nonce are stored before it is
 * sent, so a process that dies in between sends the same bytes again.
 */
export async function signNext(ctx: PayoutsCtx, source: Source, pass: Pass): Promise<boolean> {
  const approved = await listApproved(ctx.db, source, source.batchContract === null ? 1 : batchMax)
  if (approved.length === 0) return false
  const due = await check(ctx, { source, approved }, pass)
  if (typeof due === 'string') {
    pass.waits[source.token] = due
    return false
  }
  const batch = await signBatch(ctx, { source, due }, pass)
  if (batch !== 'alone') return batch === 'signed'
  const [payout] = due.payouts
  return payout !== undefined && signAlone(ctx, { source, payout, fees: due.fees, pass })
}

/** The oldest payouts that can be paid now, with the fees, or why the first of them has to wait. */
async function check(
  ctx: PayoutsCtx,
  { source, approved }: { source: Source; approved: readonly WalletPayoutRow[] },
  { chain, isStalled }: Pass,
): Promise<Due | PayoutWait> {
  if (isStalled) return 'chain_stalled'
  const fees = feesWithin(chain, source.maxFeeWei)
  if (fees === undefined) return 'gas_price'
  const held = await readHeld(source.rpc, source, source.sender)
  if (held === undefined) return 'wrong_token'
  const sent = await sumSent(ctx.db, { ...source, now: ctx.clock.now() })
  const has = {
    units: held - sent.unitsOnTheWay,
    microUsd: source.dailyCapMicroUsd - sent.dayMicroUsd,
    gas: chain.coin / fees.maxFee - sent.gasOnTheWay,
  }
  return withinFunds(approved, has, fees)
}

interface ToSign {
  source: Source
  payout: WalletPayoutRow
  fees: Due['fees']
  pass: Pass
}

async function signAlone(ctx: PayoutsCtx, order: ToSign): Promise<boolean> {
  const { source, payout, pass } = order
  const problem = await simulate(source, payout)
  if (problem !== undefined) {
    await failPayout(ctx, { payout, from: 'approved' }, { reason: problem, hash: null })
    return true
  }
  const nonce = await ctx.transact((tx) => sign(ctx, tx, order))
  if (nonce === undefined) return false
  await broadcast(ctx, sentPayout(ctx, { source, payout: { ...payout, nonce } }), pass)
  return true
}

/** Tries a transfer without sending it. Returns why it would fail, as for a paused token or a blocked recipient. */
async function simulate(source: Source, payout: WalletPayoutRow): Promise<string | undefined> {
  const { to, data, gas } = await transferCall(source, payout)
  const call = { from: source.sender, to, data, gas: `0x${gas.toString(16)}` }
  try {
    const result = await source.rpc.request('eth_call', [call, 'latest'])
    // Some tokens return nothing; others return false instead of failing.
    const isDone = result === '0x' || (typeof result === 'string' && BigInt(result) === 1n)
    return isDone ? undefined : 'The token refuses the transfer'
  } catch (error) {
    if (error instanceof RpcRefused && isRevert(error))
      return 'The token refuses the transfer: it may be paused, or the address blocked'
    throw asDown(error)
  }
}

/** Resolves with the nonce; `undefined`: another replica has the sender, or the payout is approved no more. */
async function sign(
  ctx: PayoutsCtx,
  tx: Tx,
  { source, payout: seen, fees, pass }: ToSign,
): Promise<number | undefined> {
  const next = await lockSender(tx, pass.lease)
  const payout = await lockPayout(tx, seen.id)
  if (next === undefined || payout?.state !== 'approved' || !isToWallet(payout)) return undefined
  // Another program may have sent from the address: nonces below this one can no longer be ours.
  const nonce = Math.max(next, pass.chain.finalNonce)
  const signed = await source.sign({ nonce, ...(await transferCall(source, payout)), ...fees })
  const now = ctx.clock.now()
  const owner = { payout_id: payout.id, batch_id: null }
  await insertAttempt(tx, owner, { ...signed, attempt: 1, fees, signedAt: now })
  const change = { sender: source.sender, nonce, signed_at: now, tx_hash: signed.hash }
  await updatePayout(tx, payout.id, { state: 'signed', ...change })
  await putNextNonce(tx, pass.lease, nonce + 1)
  return nonce
}
