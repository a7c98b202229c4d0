import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import { feesWithin, type GasFees } from '@gridloom/domain/chains/gas-fees'
import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import { RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import { asDown, isRevert, readHeld } from '../../../platform/chains/sending/read-chain.ts'
import { lockSender, putNextNonce } from '../../../platform/chains/sending/senders-store.ts'
import { transferData } from '../../../platform/chains/sending/token-calls.ts'
import type { Tx } from '../../../platform/ctx.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { isToWallet, type WalletPayoutRow } from '../schema.ts'
import { broadcast } from './broadcast.ts'
import { failPayout } from './end-payout.ts'
import type { Pass } from './pass.ts'
import { insertAttempt, nextApproved, sumSent } from './senders-store.ts'

/**
 * Signs and sends the oldest approved payout of a token. `false`: there is none, or it has to wait. The transaction and
 * its nonce are stored before it is sent, so a process that dies in between sends the same bytes again.
 */
export async function signNext(ctx: PayoutsCtx, source: Source, pass: Pass): Promise<boolean> {
  const payout = await nextApproved(ctx.db, source)
  if (payout === undefined) return false
  const checked = await check(ctx, { source, payout }, pass)
  if (typeof checked === 'string') {
    pass.waits[source.token] = checked
    return false
  }
  const problem = await simulate(source, payout)
  if (problem !== undefined) {
    await failPayout(ctx, { payout, from: 'approved' }, { reason: problem, hash: null })
    return true
  }
  const isSigned = await ctx.transact((tx) =>
    sign(ctx, tx, { source, payout, fees: checked, pass }),
  )
  if (isSigned) await broadcast(ctx, { source, payout }, pass)
  return isSigned
}

/** The fees to pay now, or why the payout has to wait. */
async function check(
  ctx: PayoutsCtx,
  { source, payout }: { source: Source; payout: WalletPayoutRow },
  { chain, isStalled }: Pass,
): Promise<GasFees | PayoutWait> {
  if (isStalled) return 'chain_stalled'
  const fees = feesWithin(chain, source.maxFeeWei)
  if (fees === undefined) return 'gas_price'
  const held = await readHeld(source.rpc, source, source.sender)
  if (held === undefined) return 'wrong_token'
  const sent = await sumSent(ctx.db, { ...source, now: ctx.clock.now() })
  if (held - sent.unitsOnTheWay < BigInt(payout.token_units)) return 'not_covered'
  if (sent.dayMicroUsd + payout.micro_usd > source.dailyCapMicroUsd) return 'daily_cap'
  if (chain.coin < transferGas * fees.maxFee * BigInt(1 + sent.countOnTheWay)) return 'no_gas'
  return fees
}

/** Tries a transfer without sending it. Returns why it would fail, as for a paused token or a blocked recipient. */
async function simulate(source: Source, payout: WalletPayoutRow): Promise<string | undefined> {
  const data = await transferData(payout.address, BigInt(payout.token_units))
  const call = { from: source.sender, to: source.token, data }
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

interface ToSign {
  source: Source
  payout: WalletPayoutRow
  fees: GasFees
  pass: Pass
}

async function sign(
  ctx: PayoutsCtx,
  tx: Tx,
  { source, payout: seen, fees, pass }: ToSign,
): Promise<boolean> {
  const next = await lockSender(tx, pass.lease)
  const payout = await lockPayout(tx, seen.id)
  if (next === undefined || payout?.state !== 'approved' || !isToWallet(payout)) return false
  // Another program may have sent from the address: nonces below this one can no longer be ours.
  const nonce = Math.max(next, pass.chain.finalNonce)
  const units = BigInt(payout.token_units)
  const { raw, hash } = await source.sign({ nonce, to: payout.address, units, ...fees })
  const now = ctx.clock.now()
  await insertAttempt(tx, {
    hash,
    payout_id: payout.id,
    attempt: 1,
    raw,
    max_fee_wei: String(fees.maxFee),
    priority_fee_wei: String(fees.priorityFee),
    signed_at: now,
  })
  await updatePayout(tx, payout.id, {
    state: 'signed',
    sender: source.sender,
    nonce,
    signed_at: now,
    tx_hash: hash,
  })
  await putNextNonce(tx, pass.lease, nonce + 1)
  return true
}
