import type { SnapshotLayer, SnapshotPiece } from '@gridloom/contract/agent/snapshots'
import type { AccountId, InstanceId, SnapshotId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { SnapshotTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<SnapshotTables>()

/** A stored layer that a snapshot may share. */
export interface KnownLayer {
  id: string
  diff_id: Sha256
}

/**
 * Returns the layers of the snapshot that an instance began with: its machine has unpacked them, and so compared them
 * with their hashes. None where that snapshot is deleted.
 */
export async function listKnownLayers(
  db: Db,
  { accountId, instanceId }: { accountId: AccountId; instanceId: InstanceId },
): Promise<KnownLayer[]> {
  const { rows } = await sql<KnownLayer>`
    select layer.id, layer.diff_id from instances instance
      join snapshots snapshot on snapshot.id = instance.snapshot_id and snapshot.state = 'ready'
      join snapshot_members member on member.snapshot_id = snapshot.id
      join snapshot_layers layer on layer.id = member.layer_id
    where instance.id = ${instanceId} and snapshot.account_id = ${accountId}
    order by member.position`.execute(db)
  return rows
}

interface Arrival {
  snapshotId: SnapshotId
  accountId: AccountId
}

/**
 * Keeps pieces that the account has already for a snapshot that is being created, and returns those that it has now.
 * They stay until it is complete or deleted.
 */
export async function keepStored(
  { db }: Tx,
  { snapshotId, accountId }: Arrival,
  wanted: readonly Sha256[],
): Promise<Set<Sha256>> {
  const { rows } = await sql<{ sha256: Sha256 }>`
    with stored as (
      select sha256 from snapshot_pieces
      where account_id = ${accountId} and sha256 = any(${[...wanted]}::text[]) for key share
    ), kept as (
      insert into snapshot_arrivals (snapshot_id, account_id, sha256)
      select ${snapshotId}, ${accountId}, sha256 from stored on conflict do nothing
    )
    select sha256 from stored`.execute(db)
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Records that a file is being written: it is deleted after this time, unless it has become a piece. */
export async function planRemoval({ db }: Tx, fileKey: string, after: Date): Promise<void> {
  await tablesOf(db)
    .insertInto('snapshot_removals')
    .values({ file_key: fileKey, after })
    .onConflict((on) => on.column('file_key').doUpdateSet({ after }))
    .execute()
}

/** Makes a written file a piece. One that another snapshot of the account stored meanwhile stays the piece. */
export async function insertPiece(
  { db }: Tx,
  { snapshotId, accountId }: Arrival,
  { sha256, bytes, fileKey }: { sha256: Sha256; bytes: number; fileKey: string },
): Promise<void> {
  const made = await tablesOf(db)
    .insertInto('snapshot_pieces')
    .values({ account_id: accountId, sha256, bytes, file_key: fileKey })
    .onConflict((on) => on.doNothing())
    .returning('sha256')
    .executeTakeFirst()
  await tablesOf(db)
    .insertInto('snapshot_arrivals')
    .values({ snapshot_id: snapshotId, account_id: accountId, sha256 })
    .onConflict((on) => on.doNothing())
    .execute()
  if (made === undefined) return
  await tablesOf(db).deleteFrom('snapshot_removals').where('file_key', '=', fileKey).execute()
}

/** The layers of a complete snapshot, and those that are stored already by their hash. */
export interface NewLayers {
  layers: readonly SnapshotLayer[]
  known: ReadonlyMap<Sha256, string>
}

/** Writes the layers of a complete snapshot with their pieces. Returns its stored bytes. */
export async function insertLayers(
  { db }: Tx,
  { snapshotId, accountId }: Arrival,
  { layers, known }: NewLayers,
): Promise<number> {
  const ids: string[] = []
  for (const [at, { diff_id, raw_bytes, pieces }] of layers.entries()) {
    const id = pieces === null ? known.get(diff_id) : `${snapshotId}:${at}`
    if (id === undefined) throw new RangeError(`the layer ${diff_id} is not stored`)
    ids.push(id)
    if (pieces === null) continue
    await tablesOf(db)
      .insertInto('snapshot_layers')
      .values({ id, account_id: accountId, diff_id, raw_bytes })
      .execute()
    await sql`insert into snapshot_layer_pieces (layer_id, position, account_id, sha256, raw_bytes)
      select ${id}, n, ${accountId}, sha256, raw_bytes
      from unnest(${pieces.map(({ sha256 }) => sha256)}::text[],
        ${pieces.map(({ raw_bytes }) => raw_bytes)}::int[])
        with ordinality as row (sha256, raw_bytes, n)`.execute(db)
  }
  await sql`insert into snapshot_members (snapshot_id, position, layer_id)
    select ${snapshotId}, n, id from unnest(${ids}::text[]) with ordinality as row (id, n)`.execute(
    db,
  )
  await deleteArrivals({ db }, snapshotId)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from snapshot_pieces piece
    where account_id = ${accountId} and sha256 in (
      select sha256 from snapshot_members member join snapshot_layer_pieces part using (layer_id)
      where member.snapshot_id = ${snapshotId})`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Releases the pieces that were kept for a snapshot while it was created. */
export async function deleteArrivals(
  { db }: Pick<Tx, 'db'>,
  snapshotId: SnapshotId,
): Promise<void> {
  await tablesOf(db).deleteFrom('snapshot_arrivals').where('snapshot_id', '=', snapshotId).execute()
}

/** A piece with its file. */
export type StoredPiece = SnapshotPiece & { file_key: string }

/** Returns the layers of a snapshot in their order, with their pieces. */
export async function readLayers(
  db: Db,
  snapshotId: SnapshotId,
): Promise<(SnapshotLayer & { pieces: StoredPiece[] })[]> {
  const { rows } = await sql<StoredPiece & { at: number; diff_id: Sha256; layer_bytes: number }>`
    select member.position as at, layer.diff_id, layer.raw_bytes as layer_bytes,
      part.raw_bytes, piece.sha256, piece.bytes, piece.file_key
    from snapshot_members member
      join snapshot_layers layer on layer.id = member.layer_id
      join snapshot_layer_pieces part on part.layer_id = layer.id
      join snapshot_pieces piece on piece.account_id = part.account_id and piece.sha256 = part.sha256
    where member.snapshot_id = ${snapshotId} order by member.position, part.position`.execute(db)
  const layers = new Map<number, SnapshotLayer & { pieces: StoredPiece[] }>()
  for (const { at, diff_id, layer_bytes, sha256, bytes, raw_bytes, file_key } of rows) {
    const layer = layers.get(at) ?? { diff_id, raw_bytes: layer_bytes, pieces: [] }
    layer.pieces.push({ sha256, bytes, raw_bytes, file_key })
    layers.set(at, layer)
  }
  return [...layers.values()]
}

/** Deletes what no snapshot of the account has any more; files of deleted pieces are removed later. */
export async function deleteUnused({ db }: Tx, accountId: AccountId, now: Date): Promise<void> {
  await sql`delete from snapshot_layers layer where account_id = ${accountId} and not exists (
    select from snapshot_members member
    where member.layer_id = layer.id)`.execute(db)
  await sql`with gone as (
      delete from snapshot_pieces piece where account_id = ${accountId}
        and not exists (select from snapshot_layer_pieces part
          where part.account_id = piece.account_id and part.sha256 = piece.sha256)
        and not exists (select from snapshot_arrivals arrival
          where arrival.account_id = piece.account_id and arrival.sha256 = piece.sha256)
      returning file_key)
    insert into snapshot_removals (file_key, after) select file_key, ${now} from gone
    on conflict (file_key) do update set after = excluded.after`.execute(db)
}

export async function sumPieces(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from snapshot_pieces
    where account_id = ${accountId}`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Lists files to delete. */
export async function listRemovals(db: Db, now: Date): Promise<string[]> {
  const rows = await tablesOf(db)
    .selectFrom('snapshot_removals')
    .select('file_key')
    .where('after', '<=', now)
    .orderBy('after')
    .limit(500)
    .execute()
  return rows.map(({ file_key }) => file_key)
}

/** Takes a file off the list, once it is deleted. */
export async function deleteRemoval({ db }: Tx, fileKey: string): Promise<void> {
  await tablesOf(db).deleteFrom('snapshot_removals').where('file_key', '=', fileKey).execute()
}
