import { feesWithin, type GasFees, replacingFees } from '@gridloom/domain/chains/gas-fees'
import { ChainDown } from '../../../platform/chains/chain-rpcs.ts'
import { broadcastRaw } from '../../../platform/chains/sending/broadcast.ts'
import {
  type ChainState,
  readChain,
  readNonce,
  readReceipt,
} from '../../../platform/chains/sending/read-chain.ts'
import { selectDays } from '../days-store.ts'
import {
  type DayTransaction,
  deleteTransaction,
  findOpen,
  finishTransaction,
  insertTransaction,
  isWritten,
  replaceTransaction,
} from './day-transactions-store.ts'
import type { OnChainCtx, ReceiptsChain } from './receipts-chain.ts'

/** How long a transaction waits for a block before it is replaced by one that pays more. */
const replaceAfterMs = 180_000

/**
 * Writes the last published day to the chain, which commits to all days before. Run it every minute, on any number of
 * replicas: what is signed is stored before it is sent, and a day that is written twice says the same.
 */
export async function writeDays(ctx: OnChainCtx): Promise<void> {
  const { receiptsChain: target } = ctx
  if (target === null) return
  try {
    await writeLast(ctx, target)
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    const { chainId: chain } = target
    ctx.log.warn({ event: 'chain.lost', chain, why: error.message }, 'a chain is down')
  }
}

async function writeLast(ctx: OnChainCtx, target: ReceiptsChain): Promise<void> {
  const chain = await readChain(target.rpc, target.sender, target.confirmations)
  const open = await findOpen(ctx.db, target)
  if (open !== undefined) return followUp(ctx, target, { open, chain })
  const [last] = await selectDays(ctx.db, { limit: 1 })
  if (last === undefined || (await isWritten(ctx.db, last.day))) return
  const fees = feesWithin(chain, target.maxFeeWei)
  if (fees === undefined) return warn(ctx, target, 'gas costs more than the limit')
  const nonce = await readNonce(target.rpc, target.sender)
  const { raw, hash } = await target.sign({ nonce, hash: last.hash, ...fees })
  await ctx.transact((tx) =>
    insertTransaction(tx, {
      ...{ day: last.day, day_hash: last.hash, chain_id: target.chainId },
      ...{ sender: target.sender, nonce },
      ...{ hashes: [hash], raw, signed_at: ctx.clock.now(), ...columnsOf(fees) },
    }),
  )
  const stored = await findOpen(ctx.db, target)
  if (stored !== undefined) await send(ctx, target, stored)
}

interface Open {
  readonly open: DayTransaction
  readonly chain: ChainState
}

/** Looks at what became of a transaction: it is kept, replaced, or forgotten where another took its nonce. */
async function followUp(
  ctx: OnChainCtx,
  target: ReceiptsChain,
  { open, chain }: Open,
): Promise<void> {
  const { day } = open
  for (const hash of open.hashes) {
    const receipt = await readReceipt(target.rpc, hash)
    if (receipt === undefined) continue
    if (receipt.blockNumber > chain.finalBlock) return
    const height = Number(receipt.blockNumber)
    return ctx.transact((tx) =>
      receipt.status === 1n
        ? finishTransaction(tx, { day, hash, height })
        : deleteTransaction(tx, day),
    )
  }
  if (chain.finalNonce > open.nonce) return ctx.transact((tx) => deleteTransaction(tx, day))
  if (ctx.clock.now().getTime() - open.signed_at.getTime() >= replaceAfterMs)
    await replace(ctx, target, { open, chain })
  const newest = await findOpen(ctx.db, target)
  if (newest !== undefined) await send(ctx, target, newest)
}

async function replace(ctx: OnChainCtx, target: ReceiptsChain, { open, chain }: Open) {
  const last = { maxFee: BigInt(open.max_fee_wei), priorityFee: BigInt(open.priority_fee_wei) }
  const now = feesWithin(chain, target.maxFeeWei) ?? last
  const fees = replacingFees(last, now, target.maxFeeWei)
  if (fees === undefined) return warn(ctx, target, 'gas costs more than the limit')
  const { raw, hash } = await target.sign({ nonce: open.nonce, hash: open.day_hash, ...fees })
  const next = { raw, hash, ...fees, at: ctx.clock.now() }
  await ctx.transact((tx) => replaceTransaction(tx, open, next))
}

async function send(ctx: OnChainCtx, target: ReceiptsChain, { raw }: DayTransaction) {
  const sent = await broadcastRaw(target.rpc, raw)
  if (sent === 'no_gas') warn(ctx, target, 'the address has no coin for gas')
}

function warn(ctx: OnChainCtx, { chainId: chain, sender }: ReceiptsChain, why: string): void {
  ctx.log.warn(
    { event: 'receipts.write_delayed', chain, sender, why },
    'a published day waits to be written to its chain',
  )
}

function columnsOf({ maxFee, priorityFee }: GasFees) {
  return { max_fee_wei: String(maxFee), priority_fee_wei: String(priorityFee) }
}
