import { deleteBlocksAbove, lockChain, selectBlocks, updateChain } from '../chains-store.ts'
import type { WatchCtx, WatchedChainParts } from '../ctx.ts'
import { selectAbove } from '../deposits-store.ts'
import { orphanDeposit } from '../orphan-deposit.ts'
import type { DepositChainRow } from '../schema.ts'
import { ChainAlarm } from './chain-alarm.ts'
import { readHeader, readHeaders } from './headers.ts'
import { leaseChain } from './read-chain.ts'

/**
 * Goes back to the newest remembered block that is still in the chain. Deposits of blocks that left are orphaned, each
 * in its own transaction; the heights follow when all are, so that a stopped process does it again.
 * @throws {ChainAlarm} when no remembered block is left
 */
export async function undoReorg(
  ctx: WatchCtx,
  parts: WatchedChainParts,
  { row, scanned }: { row: DepositChainRow; scanned: number },
): Promise<void> {
  const chainId = row.chain_id
  const ancestor = await commonAncestor(ctx, parts, scanned)
  const above = await selectAbove(ctx.db, chainId, ancestor)
  const headers = await readHeaders(
    parts.rpc,
    above.map(({ block_height }) => block_height),
  )
  let count = 0
  for (const { id, block_height, block_hash } of above) {
    if (headers.get(block_height)?.hash === block_hash) continue
    await orphanDeposit(ctx, { id, blockHash: block_hash })
    count += 1
    if (count % 100 === 0 && (await leaseChain(ctx, parts)) === undefined) return
  }
  ctx.log.warn(
    { event: 'deposits.reorganized', chain: chainId, from: scanned, to: ancestor, orphaned: count },
    'a chain was reorganised',
  )
  await ctx.transact(async (tx) => {
    const lease = { chainId, leaseToken: ctx.deposits.leaseToken }
    if (!(await lockChain(tx, lease, { ...row, now: ctx.clock.now() }))) return
    await deleteBlocksAbove(tx, chainId, ancestor)
    const settled = Math.min(row.settled_height ?? ancestor, ancestor)
    await updateChain(tx, chainId, { scanned_height: ancestor, settled_height: settled })
  })
}

async function commonAncestor(
  ctx: WatchCtx,
  { rpc, config }: WatchedChainParts,
  scanned: number,
): Promise<number> {
  for (const { height, hash } of await selectBlocks(ctx.db, config.chain.id)) {
    const header = height < scanned ? await readHeader(rpc, height) : undefined
    if (header?.hash === hash) return height
  }
  throw new ChainAlarm(
    'reorg_too_deep',
    `no block that was read below ${scanned} is left in the chain`,
  )
}
