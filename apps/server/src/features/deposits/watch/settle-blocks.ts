import { finalHeight } from '@gridloom/domain/deposits/final-height'
import type { BatchRpc } from '../../../platform/chains/chain-rpcs.ts'
import { lockChain, selectHash, updateChain } from '../chains-store.ts'
import { creditDeposits, type FinalDeposit } from '../credit-deposits.ts'
import type { WatchCtx, WatchedChainParts } from '../ctx.ts'
import { selectUndecided, upsertDeposits } from '../deposits-store.ts'
import { orphanDeposit } from '../orphan-deposit.ts'
import type { DepositChainRow, DepositRow } from '../schema.ts'
import { ChainAlarm } from './chain-alarm.ts'
import { readHeader, readHeaders } from './headers.ts'
import { readArrivals } from './read-arrivals.ts'
import { leaseChain } from './read-chain.ts'
import { readTransfers, type TransferQuery } from './read-transfers.ts'
import { leaseOf } from './scan-blocks.ts'
import type { Transfer } from './transfer.ts'
import { rowsOf, selectWatched } from './watched.ts'

/** Deposits that are decided before the lease is renewed: some seconds. */
const perLease = 500

interface FinalRange {
  readonly from: number
  readonly to: number
}

/**
 * Decides the deposits of the next final blocks. Their transfers are read a second time, on both endpoints where there
 * are two: what an endpoint had missed, or invented, when the blocks were new is found before money is credited. Returns
 * whether there is more to decide now.
 */
export async function settleBlocks(ctx: WatchCtx, parts: WatchedChainParts): Promise<boolean> {
  const row = await leaseChain(ctx, parts)
  if (row === undefined || row.scanned_height === null || row.settled_height === null) return false
  const final = Math.min(row.scanned_height, await finalOn(parts))
  const range = {
    from: row.settled_height + 1,
    to: Math.min(final, row.settled_height + parts.config.blocksPerCall),
  }
  if (range.to < range.from || !(await isStillThere(ctx, parts, range.to))) return false
  const watched = await selectWatched(ctx, parts)
  const transfers = await readVerified(parts, { ...range, ...watched.query })
  if (transfers === undefined) return false
  const rows = await rowsOf(ctx, row.chain_id, { transfers, accounts: watched.accounts })
  await settleRange(ctx, parts, { row, range, transfers, rows })
  return range.to < final
}

/** The height up to which both endpoints call blocks final. */
async function finalOn({ config, rpc, second }: WatchedChainParts): Promise<number> {
  const heights = await Promise.all(
    [rpc, ...(second === null ? [] : [second])].map(async (one) => {
      const head = await readHeader(one, 'latest')
      const isAsked = config.finality === 'finalized'
      const finalized = isAsked ? await readHeader(one, 'finalized') : undefined
      const stated = { head: head?.height ?? -1, finalized: finalized?.height ?? null }
      return finalHeight(config.finality, stated)
    }),
  )
  return Math.min(...heights)
}

/** Whether a block is the one that was read; reading the next blocks undoes a reorganisation. */
async function isStillThere(
  ctx: WatchCtx,
  { config, rpc }: WatchedChainParts,
  height: number,
): Promise<boolean> {
  const known = await selectHash(ctx.db, config.chain.id, height)
  return known === undefined || (await readHeader(rpc, height))?.hash === known
}

/** Transfers of final blocks. `undefined`: an endpoint does not have them yet. @throws {ChainAlarm} */
async function readVerified(
  parts: WatchedChainParts,
  query: TransferQuery,
): Promise<Transfer[] | undefined> {
  const read = async (rpc: BatchRpc) => {
    const transfers = await readTransfers(rpc, query)
    const headers = await readHeaders(rpc, [...transfers.map(({ height }) => height), query.to])
    const isWhole =
      headers.has(query.to) &&
      transfers.every(({ height, blockHash }) => headers.get(height)?.hash === blockHash)
    return isWhole ? { transfers, hash: headers.get(query.to)?.hash } : undefined
  }
  const first = await read(parts.rpc)
  if (parts.second === null || first === undefined) return first?.transfers
  const second = await read(parts.second)
  if (second === undefined) return undefined
  if (second.hash !== first.hash || textOf(second.transfers) !== textOf(first.transfers))
    throw new ChainAlarm(
      'endpoints_disagree',
      `the endpoints state different blocks or transfers up to ${query.to}`,
    )
  return first.transfers
}

function textOf(transfers: readonly Transfer[]): string {
  return transfers.map(keyOf).sort().join('\n')
}

function keyOf({ blockHash, txHash, token, from, to, quote, ordinal, amount }: Transfer): string {
  return [blockHash, txHash, token, from, to, quote, ordinal, amount].join(' ')
}

function keyOfRow(row: DepositRow): string {
  const { block_hash, tx_hash, token, from_address, address, quote, ordinal, amount } = row
  return [block_hash, tx_hash, token, from_address, address, quote, ordinal, amount].join(' ')
}

function orderOf({ accountId, id }: FinalDeposit): string {
  return `${accountId} ${id}`
}

interface Settling {
  row: DepositChainRow
  range: FinalRange
  transfers: readonly Transfer[]
  /** The same, as they are stored. */
  rows: Awaited<ReturnType<typeof rowsOf>>
}

async function settleRange(
  ctx: WatchCtx,
  parts: WatchedChainParts,
  { row, range, transfers, rows: verifiedRows }: Settling,
): Promise<void> {
  const chainId = row.chain_id
  const isOurs = await ctx.transact(async (tx) => {
    if (!(await lockChain(tx, leaseOf(ctx, parts), { ...row, now: ctx.clock.now() }))) return false
    await upsertDeposits(tx, verifiedRows)
    return true
  })
  if (!isOurs) return
  const rows = await selectUndecided(ctx.db, chainId, range)
  const verified = new Set(transfers.map(keyOf))
  for (const one of rows.filter((row) => !verified.has(keyOfRow(row))))
    await orphanDeposit(ctx, { id: one.id, blockHash: one.block_hash })
  const real = rows.filter((row) => verified.has(keyOfRow(row)))
  const arrivals = await readArrivals(parts, transfers)
  const final = real.map((one) => ({
    ...{ id: one.id, accountId: one.account_id, blockHash: one.block_hash },
    arrived: arrivals(one),
  }))
  // Those of one account together: its balance is locked, and its pages told, as rarely as can be.
  final.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  for (let at = 0; at < final.length; at += perLease) {
    if ((await leaseChain(ctx, parts)) === undefined) return
    await creditDeposits(ctx, chainId, final.slice(at, at + perLease))
  }
  await ctx.transact(async (tx) => {
    if (await lockChain(tx, leaseOf(ctx, parts), { ...row, now: ctx.clock.now() }))
      await updateChain(tx, chainId, { settled_height: range.to })
  })
}
