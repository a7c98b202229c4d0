import {
  lockChain,
  rememberedBlocks,
  saveBlocks,
  selectHash,
  updateChain,
} from '../chains-store.ts'
import type { WatchCtx, WatchedChainParts } from '../ctx.ts'
import { markConfirming, selectWaiting, upsertDeposits } from '../deposits-store.ts'
import { publishDeposits } from '../publish-deposits.ts'
import type { DepositChainRow } from '../schema.ts'
import { type Header, readHeader, readHeaders } from './headers.ts'
import { leaseChain } from './read-chain.ts'
import { readTransfers } from './read-transfers.ts'
import type { Transfer } from './transfer.ts'
import { undoReorg } from './undo-reorg.ts'
import { rowsOf, selectWatched } from './watched.ts'

/**
 * Reads the next blocks of a chain and stores the transfers in them as seen. A block that is no longer the one that was
 * read is undone first. Returns whether there is more to read now.
 */
export async function scanBlocks(ctx: WatchCtx, parts: WatchedChainParts): Promise<boolean> {
  const row = await leaseChain(ctx, parts)
  const head = await readHeader(parts.rpc, 'latest')
  if (row === undefined || head === undefined) return false
  const { scanned_height: scanned } = row
  if (scanned === null) return begin(ctx, parts, { row, head })
  // An endpoint that lags behind another one of the same name: its blocks were read already.
  if (head.height < scanned) return false
  const base = await readHeader(parts.rpc, scanned)
  if (base === undefined) return false
  if (base.hash !== (await selectHash(ctx.db, row.chain_id, scanned))) {
    await undoReorg(ctx, parts, { row, scanned })
    return true
  }
  if (head.height === scanned) {
    await ctx.transact((tx) => updateChain(tx, row.chain_id, reached(ctx, row, head)))
    return false
  }
  return scanRange(ctx, parts, { row, base, head })
}

/** The first start: nothing was given an address before. */
async function begin(
  ctx: WatchCtx,
  parts: WatchedChainParts,
  { row, head }: { row: DepositChainRow; head: Header },
): Promise<boolean> {
  await ctx.transact(async (tx) => {
    if (!(await lockChain(tx, leaseOf(ctx, parts), { ...row, now: ctx.clock.now() }))) return
    const start = { scanned_height: head.height, settled_height: head.height }
    await saveBlocks(tx, row.chain_id, [head])
    await updateChain(tx, row.chain_id, { ...start, ...reached(ctx, row, head) })
  })
  return false
}

interface Range {
  row: DepositChainRow
  /** The last block that was read. */
  base: Header
  head: Header
}

async function scanRange(
  ctx: WatchCtx,
  parts: WatchedChainParts,
  { row, base, head }: Range,
): Promise<boolean> {
  const chainId = row.chain_id
  const from = base.height + 1
  const to = Math.min(head.height, base.height + parts.config.blocksPerCall)
  const { query, accounts } = await selectWatched(ctx, parts)
  const transfers = await readTransfers(parts.rpc, { from, to, ...query })
  // Read after the logs, and their chain checked: none of them is of a block that has left.
  const wanted = heightsOf({ from, to, head: head.height, transfers })
  const headers = await readHeaders(parts.rpc, wanted)
  if (!wanted.every((height) => headers.has(height)) || !isChained(base, headers)) return false
  if (!transfers.every(({ height, blockHash }) => headers.get(height)?.hash === blockHash))
    return false
  const rows = await rowsOf(ctx, chainId, { transfers, accounts })
  await ctx.transact(async (tx) => {
    if (!(await lockChain(tx, leaseOf(ctx, parts), { ...row, now: ctx.clock.now() }))) return
    await upsertDeposits(tx, rows)
    await markConfirming(tx, chainId, to)
    await saveBlocks(tx, chainId, [...headers.values()])
    await updateChain(tx, chainId, { scanned_height: to, ...reached(ctx, row, head) })
    await publishDeposits(tx, chainId, await selectWaiting(tx.db, chainId))
  })
  return to < head.height
}

interface Wanted {
  from: number
  to: number
  head: number
  transfers: readonly Transfer[]
}

/** The blocks that are remembered: all near the head; below, those with transfers and the last. */
function heightsOf({ from, to, head, transfers }: Wanted): number[] {
  const near = Math.max(from, head - rememberedBlocks)
  const all = Array.from({ length: Math.max(0, to - near + 1) }, (_, i) => near + i)
  return [...new Set([...transfers.map(({ height }) => height), ...all, to])].sort((a, b) => a - b)
}

/** Whether blocks that follow each other name each other as parents. */
function isChained(base: Header, headers: ReadonlyMap<number, Header>): boolean {
  return [...headers.values()].every(({ height, parent }) => {
    const before = height === base.height + 1 ? base : headers.get(height - 1)
    return before === undefined || before.hash === parent
  })
}

/** How this process leases a chain. */
export function leaseOf(ctx: WatchCtx, { config }: WatchedChainParts) {
  return { chainId: config.chain.id, leaseToken: ctx.deposits.leaseToken }
}

function reached(ctx: WatchCtx, row: DepositChainRow, head: Header) {
  const now = ctx.clock.now()
  const isNew = row.head_at === null || head.height !== row.head_height
  return { head_height: head.height, reached_at: now, ...(isNew ? { head_at: now } : {}) }
}
