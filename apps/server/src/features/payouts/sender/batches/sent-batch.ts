import { batchOutcomes } from '@gridloom/domain/payouts/payout-batch'
import type { Receipt } from '../../../../platform/chains/sending/read-chain.ts'
import { padded } from '../../../../platform/chains/transfer-log.ts'
import type { Tx } from '../../../../platform/ctx.ts'
import type { PayoutsCtx, Source } from '../../ctx.ts'
import { noteUnresolved } from '../../payouts-store.ts'
import type { BatchRow, WalletPayoutRow } from '../../schema.ts'
import { confirmPayout, failPayout } from '../end-payout.ts'
import type { Pass } from '../pass.ts'
import type { SentNonce } from '../sent-nonce.ts'
import { approveCall, batchCall } from './batch-calls.ts'
import {
  endBatch,
  listInBatch,
  lockOpenBatch,
  markBatchBroadcast,
  noteBatchHash,
} from './batches-store.ts'

/** A batch of payouts, or an allowance for its contract. */
export function sentBatch(ctx: PayoutsCtx, source: Source, batch: BatchRow): SentNonce {
  const { id, nonce, contract, allowance_units: allowance } = batch
  const of = { token: batch.token, contract }
  return {
    source,
    nonce,
    owner: { payout_id: null, batch_id: id },
    call: async () =>
      allowance === null
        ? batchCall(of, await listInBatch(ctx.db, id))
        : approveCall(of, BigInt(allowance)),
    lock: async (tx) => (await lockOpenBatch(tx, id)) !== undefined,
    noteHash: (tx, hash) => noteBatchHash(tx, id, hash),
    noteBroadcast: (tx) => markBatchBroadcast(tx, id),
    noteUsed: (tx) => noteUsed(ctx, tx, id),
    end: (receipt, pass) => end(ctx, { source, batch, receipt, pass }),
  }
}

interface Ending {
  source: Source
  batch: BatchRow
  receipt: Receipt
  pass: Pass
}

/** Ends each payout in a transaction of its own, then the batch: after a crash, those that are left are ended. */
async function end(ctx: PayoutsCtx, { source, batch, receipt, pass }: Ending): Promise<void> {
  const payouts = await listInBatch(ctx.db, batch.id)
  const outcomes = outcomesOf(batch, payouts, receipt)
  for (const [at, payout] of payouts.entries()) {
    const ending = { payout, from: 'broadcast' } as const
    const hash = receipt.transactionHash
    if (outcomes[at] === 'paid') await confirmPayout(ctx, ending, hash)
    else if (outcomes[at] === 'failed')
      await failPayout(ctx, ending, { reason: 'The token refused the transfer', hash })
  }
  const unclear = payouts.filter((payout, at) => outcomes[at] === 'unclear' && isOnTheWay(payout))
  if (unclear.length > 0) {
    // Returning the money of what may have been paid could pay twice, so the operator has to look.
    const ids = unclear.map(({ id }) => id)
    await ctx.transact((tx) => noteUnresolved(tx, ids, 'unclear'))
    pass.waits[source.token] = 'unclear'
    return
  }
  await ctx.transact((tx) => endBatch(tx, batch.id, ctx.clock.now()))
}

/** An allowance pays nobody: it is asked for again where it is missing. */
async function noteUsed(ctx: PayoutsCtx, tx: Tx, id: number): Promise<'ended' | 'left'> {
  const left = (await listInBatch(tx.db, id)).filter(isOnTheWay)
  if (left.length === 0) {
    await endBatch(tx, id, ctx.clock.now())
    return 'ended'
  }
  await noteUnresolved(
    tx,
    left.map(({ id }) => id),
    'nonce_used',
  )
  return 'left'
}

function isOnTheWay({ state }: WalletPayoutRow): boolean {
  return state === 'signed' || state === 'broadcast'
}

/** A transaction that failed as a whole has moved nothing. */
function outcomesOf(
  { contract, token, sender }: BatchRow,
  payouts: Awaited<ReturnType<typeof listInBatch>>,
  { status, logs }: Receipt,
): ('paid' | 'failed' | 'unclear')[] {
  if (status !== 1n) return payouts.map(() => 'failed')
  return batchOutcomes(
    logs.map(({ address, topics, data }) => ({ address: address.toLowerCase(), topics, data })),
    {
      ...{ contract, token, sender: padded(sender) },
      payments: payouts.map(({ address, token_units }) => ({
        to: padded(address),
        units: BigInt(token_units),
      })),
    },
  )
}
