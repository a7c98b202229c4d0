import { lockSender, putNextNonce } from '../../../../platform/chains/sending/senders-store.ts'
import type { PayoutsCtx, Source } from '../../ctx.ts'
import { lockPayout, updatePayout } from '../../payouts-store.ts'
import { type BatchRow, isToWallet, type WalletPayoutRow } from '../../schema.ts'
import { broadcast } from '../broadcast.ts'
import type { Due } from '../due.ts'
import type { Pass } from '../pass.ts'
import { insertAttempt } from '../senders-store.ts'
import { allowBatches } from './allow-batches.ts'
import { batchCall, isBatchContract, tryBatch } from './batch-calls.ts'
import { insertBatch } from './batches-store.ts'
import { sentBatch } from './sent-batch.ts'

/**
 * Signs and sends payouts in one transaction. Each is tried first, and one that the token refuses is left out: it is paid
 * or failed by itself. `alone`: the oldest is, or there are not two to pay together. `waits`: see the reason of the pass.
 */
export async function signBatch(
  ctx: PayoutsCtx,
  { source, due }: { source: Source; due: Due },
  pass: Pass,
): Promise<'signed' | 'waits' | 'alone'> {
  const contract = source.batchContract
  const { payouts, fees } = due
  if (contract === null || payouts.length < 2) return 'alone'
  if (!(await isBatchContract(source.rpc, contract))) return wait(source, pass, 'wrong_contract')
  const units = payouts.reduce((sum, { token_units }) => sum + BigInt(token_units), 0n)
  const allowance = await allowBatches(ctx, { source, contract, fees }, { units, pass })
  if (allowance === 'alone') return 'alone'
  if (allowance === 'waits') return wait(source, pass, 'allowance')
  const would = await tryBatch(source, await batchCall({ ...source, contract }, payouts))
  const together = payouts.filter((_, at) => would?.[at] === true)
  if (together.length < 2 || would?.[0] !== true) return 'alone'
  const batch = await sign(ctx, { source, contract, payouts: together, fees, pass })
  if (batch === undefined) return 'waits'
  await broadcast(ctx, sentBatch(ctx, source, batch), pass)
  return 'signed'
}

function wait(source: Source, pass: Pass, why: 'wrong_contract' | 'allowance'): 'waits' {
  pass.waits[source.token] ??= why
  return 'waits'
}

interface ToSign {
  source: Source
  contract: string
  payouts: readonly WalletPayoutRow[]
  fees: Due['fees']
  pass: Pass
}

/** `undefined`: another replica has the sender, or none of the payouts is approved any more. */
function sign(
  ctx: PayoutsCtx,
  { source, contract, payouts: seen, fees, pass }: ToSign,
): Promise<BatchRow | undefined> {
  return ctx.transact(async (tx) => {
    const next = await lockSender(tx, pass.lease)
    if (next === undefined) return undefined
    const payouts: WalletPayoutRow[] = []
    for (const { id } of seen) {
      const payout = await lockPayout(tx, id)
      if (payout?.state === 'approved' && isToWallet(payout)) payouts.push(payout)
    }
    if (payouts.length === 0) return undefined
    const nonce = Math.max(next, pass.chain.finalNonce)
    const call = await batchCall({ ...source, contract }, payouts)
    const signed = await source.sign({ nonce, ...call, ...fees })
    const now = ctx.clock.now()
    const { chainId: chain_id, token, sender } = source
    const row = await insertBatch(tx, {
      ...{ chain_id, token, sender, nonce, contract },
      ...{ allowance_units: null, signed_at: now },
    })
    const owner = { payout_id: null, batch_id: row.id }
    await insertAttempt(tx, owner, { ...signed, attempt: 1, fees, signedAt: now })
    const change = { sender, nonce, batch_id: row.id, signed_at: now, tx_hash: signed.hash }
    for (const [at, { id }] of payouts.entries())
      await updatePayout(tx, id, { state: 'signed', ...change, batch_index: at })
    await putNextNonce(tx, pass.lease, nonce + 1)
    return row
  })
}
