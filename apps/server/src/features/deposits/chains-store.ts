import type { DepositAlarm } from '@gridloom/contract/deposits/deposit-options'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { DepositChainRow, DepositTables } from './schema.ts'

/** Blocks that are remembered below the newest one that was read. */
export const rememberedBlocks = 256

const leaseMs = 30_000

/** A process that watches a chain. */
export interface Lease {
  readonly chainId: number
  readonly leaseToken: string
}

/** Takes or renews the lease of a chain. `undefined`: another process watches it. */
export async function claimChain(
  { db }: Tx,
  { chainId, leaseToken }: Lease,
  now: Date,
): Promise<DepositChainRow | undefined> {
  await sql`insert into deposit_chains (chain_id) values (${chainId}) on conflict do nothing`.execute(
    db,
  )
  return tables(db)
    .updateTable('deposit_chains')
    .set({ lease_token: leaseToken, leased_until: new Date(now.getTime() + leaseMs) })
    .where('chain_id', '=', chainId)
    .where((is) =>
      is.or([
        is('leased_until', 'is', null),
        is('leased_until', '<=', now),
        is('lease_token', '=', leaseToken),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Ends a lease, so that the next process need not wait. */
export async function releaseChains({ db }: Tx, leaseToken: string): Promise<void> {
  await tables(db)
    .updateTable('deposit_chains')
    .set({ lease_token: null, leased_until: null })
    .where('lease_token', '=', leaseToken)
    .execute()
}

/**
 * Locks a chain whose heights are still those that were read, and renews the lease. `false`: another process took over,
 * or moved on in the meantime, and nothing may be written.
 */
export async function lockChain(
  { db }: Tx,
  { chainId, leaseToken }: Lease,
  at: Pick<DepositChainRow, 'scanned_height' | 'settled_height'> & { now: Date },
): Promise<boolean> {
  const row = await tables(db)
    .updateTable('deposit_chains')
    .set({ leased_until: new Date(at.now.getTime() + leaseMs) })
    .where('chain_id', '=', chainId)
    .where('lease_token', '=', leaseToken)
    .where(sql<boolean>`scanned_height is not distinct from ${at.scanned_height}`)
    .where(sql<boolean>`settled_height is not distinct from ${at.settled_height}`)
    .returning('chain_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateChain(
  { db }: Tx,
  chainId: number,
  change: Partial<
    Pick<
      DepositChainRow,
      | 'scanned_height'
      | 'settled_height'
      | 'head_height'
      | 'head_at'
      | 'reached_at'
      | 'verified_at'
      | 'verified_as'
    >
  >,
): Promise<void> {
  await tables(db)
    .updateTable('deposit_chains')
    .set(change)
    .where('chain_id', '=', chainId)
    .execute()
}

/** Sets or ends the alarm of a chain. `true`: it is another one than before. */
export async function setAlarm(
  { db }: Tx,
  chainId: number,
  { alarm, detail, now }: { alarm: DepositAlarm | null; detail: string | null; now: Date },
): Promise<boolean> {
  const row = await tables(db)
    .updateTable('deposit_chains')
    .set({ alarm, alarm_detail: detail, alarm_since: alarm === null ? null : now })
    .where('chain_id', '=', chainId)
    .where(sql<boolean>`alarm is distinct from ${alarm}`)
    .returning('chain_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest block of a chain that was read, and when it was new. */
export async function selectHead(
  db: Db,
  chainId: number,
): Promise<Pick<DepositChainRow, 'head_height' | 'head_at'> | undefined> {
  return tables(db)
    .selectFrom('deposit_chains')
    .select(['head_height', 'head_at'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
}

export async function selectChains(db: Db): Promise<DepositChainRow[]> {
  return tables(db).selectFrom('deposit_chains').selectAll().execute()
}

type Block = Selectable<DepositTables['deposit_blocks']>

/** Remembers blocks, and forgets those far below. */
export async function saveBlocks(
  { db }: Tx,
  chainId: number,
  blocks: readonly Omit<Block, 'chain_id'>[],
): Promise<void> {
  const rows = blocks.map(({ height, hash }) => ({ chain_id: chainId, height, hash }))
  await tables(db)
    .insertInto('deposit_blocks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'height']).doUpdateSet({ hash: sql`excluded.hash` }),
    )
    .execute()
  const newest = Math.max(...blocks.map(({ height }) => height))
  await tables(db)
    .deleteFrom('deposit_blocks')
    .where('chain_id', '=', chainId)
    .where('height', '<', newest - rememberedBlocks)
    .execute()
}

export async function deleteBlocksAbove({ db }: Tx, chainId: number, height: number) {
  await tables(db)
    .deleteFrom('deposit_blocks')
    .where('chain_id', '=', chainId)
    .where('height', '>', height)
    .execute()
}

/** The remembered blocks of a chain, newest first. */
export async function selectBlocks(db: Db, chainId: number): Promise<Block[]> {
  return tables(db)
    .selectFrom('deposit_blocks')
    .selectAll()
    .where('chain_id', '=', chainId)
    .orderBy('height', 'desc')
    .execute()
}

/** The hash of a remembered block. */
export async function selectHash(
  db: Db,
  chainId: number,
  height: number,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('deposit_blocks')
    .select('hash')
    .where('chain_id', '=', chainId)
    .where('height', '=', height)
    .executeTakeFirst()
  return row?.hash
}

function tables(db: Db) {
  return db.withTables<DepositTables>()
}
