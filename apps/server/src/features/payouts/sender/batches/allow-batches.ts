import { tokenUnits } from '@gridloom/domain/payouts/payout-fee'
import { lockSender, putNextNonce } from '../../../../platform/chains/sending/senders-store.ts'
import type { PayoutsCtx, Source } from '../../ctx.ts'
import type { BatchRow } from '../../schema.ts'
import { broadcast } from '../broadcast.ts'
import type { Due } from '../due.ts'
import type { Pass } from '../pass.ts'
import { insertAttempt } from '../senders-store.ts'
import { approveCall, mayApprove, readAllowance } from './batch-calls.ts'
import { insertBatch, sumBatches } from './batches-store.ts'
import { sentBatch } from './sent-batch.ts'

const dayMs = 86_400_000
/** An allowance is good for so many days of the daily cap: nobody but the sender can use it, and it bounds mistakes. */
const daysAllowed = 7
/** A token on which allowances have no effect costs gas for so many transactions a day. */
const allowancesPerDay = 4

/**
 * Sees to it that the batch contract may move this much. `waits`: an allowance is on its way. `alone`: the token gives
 * none. An allowance that is too small is set to zero first: some tokens, such as USDT, change it in no other way.
 */
export async function allowBatches(
  ctx: PayoutsCtx,
  { source, contract, fees }: { source: Source; contract: string; fees: Due['fees'] },
  { units, pass }: { units: bigint; pass: Pass },
): Promise<'allowed' | 'waits' | 'alone'> {
  const allowed = await readAllowance(source, contract)
  if (allowed === undefined) return 'alone'
  const since = new Date(ctx.clock.now().getTime() - dayMs)
  const sums = await sumBatches(ctx.db, source, { contract, since })
  if (allowed - sums.unitsOnTheWay >= units) return 'allowed'
  if (sums.openAllowances > 0) return 'waits'
  if (sums.newAllowances >= allowancesPerDay) return 'alone'
  const week = tokenUnits(source.dailyCapMicroUsd * daysAllowed, source.decimals)
  const toAllow = allowed === 0n ? week : 0n
  if (!(await mayApprove(source, await approveCall({ ...source, contract }, toAllow))))
    return 'alone'
  const row = await sign(ctx, { source, contract, fees, toAllow, pass })
  if (row !== undefined) await broadcast(ctx, sentBatch(ctx, source, row), pass)
  return 'waits'
}

interface ToSign {
  source: Source
  contract: string
  fees: Due['fees']
  toAllow: bigint
  pass: Pass
}

function sign(
  ctx: PayoutsCtx,
  { source, contract, fees, toAllow, pass }: ToSign,
): Promise<BatchRow | undefined> {
  return ctx.transact(async (tx) => {
    const next = await lockSender(tx, pass.lease)
    if (next === undefined) return undefined
    const nonce = Math.max(next, pass.chain.finalNonce)
    const call = await approveCall({ ...source, contract }, toAllow)
    const signed = await source.sign({ nonce, ...call, ...fees })
    const now = ctx.clock.now()
    const { chainId: chain_id, token, sender } = source
    const row = await insertBatch(tx, {
      ...{ chain_id, token, sender, nonce, contract },
      ...{ allowance_units: String(toAllow), signed_at: now },
    })
    const owner = { payout_id: null, batch_id: row.id }
    await insertAttempt(tx, owner, { ...signed, attempt: 1, fees, signedAt: now })
    await putNextNonce(tx, pass.lease, nonce + 1)
    return row
  })
}
