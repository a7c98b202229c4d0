import { feesWithin, type GasFees } from '@gridloom/domain/chains/gas-fees'
import type { Updateable } from 'kysely'
import type { WatchCtx } from '../../ctx.ts'
import { callOf } from '../gasless-calls.ts'
import { estimateGas, isAuthorizationUsed, readAllowance, readPermitNonce } from '../read-token.ts'
import type { GaslessRow, GaslessTables } from '../schema.ts'
import { moveOn } from './move-on.ts'
import type { Pass } from './pass.ts'
import { signAttempt } from './sign-attempt.ts'

/** A transaction has to get into a block before the signature expires. */
const leftMs = 30_000

type Change = Updateable<GaslessTables['gasless_payments']>

/** Signs and sends the transaction that is due of a payment, unless it has ended or has to wait. */
export async function sendNext(ctx: WatchCtx, payment: GaslessRow, pass: Pass): Promise<void> {
  const seen = await lookAt(ctx, payment, pass)
  if (seen === 'wait') return
  if (seen !== 'due') return moveOn(ctx, payment, seen)
  const fees = feesFor(pass)
  if (fees === undefined) return
  const refusal = await tryIt(payment, pass)
  const settled_at = ctx.clock.now()
  if (refusal !== undefined)
    return moveOn(ctx, payment, { state: 'failed', reason: refusal, settled_at })
  await signAttempt(ctx, payment, { call: payment.step, fees, pass })
}

/** Whether it is due, as the chain has it: another program may have sent what the payer signed. */
async function lookAt(
  ctx: WatchCtx,
  payment: GaslessRow,
  pass: Pass,
): Promise<'due' | 'wait' | Change> {
  const change =
    payment.method === 'authorization'
      ? await lookAtAuthorization(ctx, payment, pass)
      : await lookAtPermit(ctx, payment, pass)
  if (change !== 'due') return change
  const now = ctx.clock.now()
  if (payment.valid_until.getTime() - now.getTime() >= leftMs) return 'due'
  return { state: 'expired', settled_at: now }
}

async function lookAtAuthorization(
  ctx: WatchCtx,
  { token, payer, nonce }: GaslessRow,
  { parts: { rpc }, chain }: Pass,
): Promise<'due' | 'wait' | Change> {
  if (!(await isAuthorizationUsed({ rpc, token }, payer, nonce))) return 'due'
  const at = { rpc, token, height: chain.finalBlock }
  if (!(await isAuthorizationUsed(at, payer, nonce))) return 'wait'
  return { state: 'mined', tx_hash: null, settled_at: ctx.clock.now() }
}

async function lookAtPermit(
  ctx: WatchCtx,
  { token, payer, relayer, nonce, step, amount, valid_until }: GaslessRow,
  { parts: { rpc } }: Pass,
): Promise<'due' | 'wait' | Change> {
  const next = await readPermitNonce({ rpc, token }, payer)
  const isUsed = next !== undefined && next > BigInt(nonce)
  if (step === 'permit') return isUsed ? { state: 'received', step: 'transfer' } : 'due'
  const allowed = await readAllowance({ rpc, token }, payer, relayer)
  if (allowed !== undefined && allowed >= BigInt(amount)) return 'due'
  const settled_at = ctx.clock.now()
  if (isUsed) return { state: 'failed', reason: 'The allowance was used or withdrawn', settled_at }
  // The permit's block left the chain: it is sent again with all that is not final.
  return valid_until < settled_at ? { state: 'expired', settled_at } : 'wait'
}

/** The fees to pay now; `undefined`: it has to wait. */
function feesFor(pass: Pass): GasFees | undefined {
  const { chain, relayer } = pass
  const fees = feesWithin(chain, relayer.maxFeeWei)
  if (fees === undefined) {
    pass.wait = 'gas_price'
    return undefined
  }
  if (chain.coin < relayer.gasMax * fees.maxFee * BigInt(1 + pass.onTheWay)) {
    pass.wait = 'no_gas'
    return undefined
  }
  return fees
}

/** Tries the call without sending it. Returns why it would fail. */
async function tryIt(payment: GaslessRow, { parts, relayer }: Pass): Promise<string | undefined> {
  const call = { from: relayer.address, to: payment.token, data: await callOf(payment) }
  const gas = await estimateGas(parts.rpc, call)
  if (gas === undefined) return 'The token refuses the transfer'
  return gas > relayer.gasMax ? 'The transfer takes too much gas' : undefined
}
