import type { GaslessPaymentId } from '@gridloom/contract/core/ids'
import type { GaslessPayment } from '@gridloom/contract/deposits/gasless'
import { Refused } from '@gridloom/contract/errors'
import { verifyHash } from '../../../platform/chains/verify-hash.ts'
import { accountOf } from '../../../platform/ctx.ts'
import type { DepositsCtx } from '../ctx.ts'
import { orChainDown } from '../or-chain-down.ts'
import { publishDeposits } from '../publish-deposits.ts'
import { type FoundOffer, findOffer } from './find-offer.ts'
import { callOf, hashOf } from './gasless-calls.ts'
import { lockPayment, selectPayment, updatePayment } from './gasless-store.ts'
import { requireFunds, requireWithinLimits } from './limits.ts'
import { estimateGas } from './read-token.ts'
import type { GaslessRow } from './schema.ts'
import { showPayment } from './show-payment.ts'

/** What has to be left for the transaction to get into a block. */
const leftMs = 5 * 60_000

/**
 * Accepts the signature of a payment: made by the payer's key or accepted by the payer's contract (EIP-1271), covered by
 * what the payer holds, and tried on the chain. The same one again changes nothing.
 * @throws Refused `not_found`; `state_conflict`; `gasless_expired`; `wallet_refused`; `gasless_refused`; and as
 * {@link findOffer} and {@link requireWithinLimits}
 */
export async function signGaslessPayment(
  ctx: DepositsCtx,
  { id, signature }: { id: GaslessPaymentId; signature: string },
): Promise<GaslessPayment> {
  const { accountId } = accountOf(ctx)
  const row = await selectPayment(ctx.db, accountId, id)
  if (row === undefined) throw new Refused('not_found')
  if (row.signature === signature) return showPayment(ctx, row)
  if (row.state !== 'unsigned') throw new Refused('state_conflict')
  if (row.valid_until.getTime() - ctx.clock.now().getTime() < leftMs)
    throw new Refused('gasless_expired')
  const amount = BigInt(row.amount)
  const found = await findOffer(ctx, {
    ...{ chainId: row.chain_id, tokenAddress: row.token, amount },
  })
  await verify(found, { ...row, signature })
  const held = await requireFunds(found, { payer: row.payer, amount })
  await tryCall(found, { ...row, signature })
  const signed = await ctx.transact(async (tx) => {
    await requireWithinLimits(ctx, tx, { accountId, found, payer: row.payer, amount, held })
    if ((await lockPayment(tx, id))?.state !== 'unsigned') throw new Refused('state_conflict')
    await publishDeposits(tx, row.chain_id, [accountId])
    const signed_at = ctx.clock.now()
    return updatePayment(tx, id, { state: 'received', signature, signed_at })
  })
  return showPayment(ctx, signed)
}

async function verify({ parts, offer }: FoundOffer, row: GaslessRow): Promise<void> {
  // The relayer's key, or the token's domain, may have changed since.
  if (row.relayer !== offer.relayer.address || row.method !== offer.method)
    throw new Refused('gasless_expired')
  const { name, version } = offer.domain
  if (row.domain_name !== name || row.domain_version !== version)
    throw new Refused('gasless_expired')
  const signed = {
    address: row.payer,
    hash: await hashOf(row),
    signature: row.signature ?? '0x',
  }
  const proof = await orChainDown(parts, verifyHash(parts.rpc, signed))
  if (proof === undefined) throw new Refused('wallet_refused')
}

async function tryCall({ parts, offer }: FoundOffer, row: GaslessRow): Promise<void> {
  const call = { from: row.relayer, to: row.token, data: await callOf(row) }
  const gas = await orChainDown(parts, estimateGas(parts.rpc, call))
  if (gas === undefined || gas > offer.relayer.gasMax) throw new Refused('gasless_refused')
}
