import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { TrustScore } from '@gridloom/contract/reputation/trust'
import { type ChainPlace, noHash } from '@gridloom/domain/trust/evidence-chain'
import type { ScoredMachine } from '@gridloom/domain/trust/provider-score'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ReputationTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<ReputationTables>()

/** Lists machines whose score is due: new facts that are not too fresh, or another day. */
export async function listDue(
  db: Db,
  { computedBefore, dayBegan, limit }: { computedBefore: Date; dayBegan: Date; limit: number },
): Promise<MachineId[]> {
  const { rows } = await sql<{ id: MachineId }>`
    select machine_id as id from reputation_machines
    where last_number > 0 and (computed_at is null or computed_at < ${dayBegan}
      or (computed_number < last_number and computed_at < ${computedBefore}))
    order by computed_at nulls first, machine_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores a score, with the fact and the time as of which it is. */
export async function putScore(
  { db }: Tx,
  machineId: MachineId,
  { trust, at, number }: { trust: TrustScore; at: Date; number: number },
): Promise<void> {
  await tables(db)
    .updateTable('reputation_machines')
    .set({
      trust: JSON.stringify(trust),
      score: trust.score,
      computed_at: at,
      computed_number: number,
    })
    .where('machine_id', '=', machineId)
    .execute()
}

/** A stored score. */
export interface StoredScore {
  trust: TrustScore | null
  computedAt: Date | null
  anchor: ChainPlace
  head: ChainPlace
}

/** Returns the score of a machine; `undefined`: nothing was ever recorded. */
export async function findScore(db: Db, machineId: MachineId): Promise<StoredScore | undefined> {
  const row = await tables(db)
    .selectFrom('reputation_machines as m')
    .leftJoin('reputation_evidence as head', (join) =>
      join
        .onRef('head.machine_id', '=', 'm.machine_id')
        .onRef('head.number', '=', 'm.computed_number'),
    )
    .selectAll('m')
    .select('head.hash as head_hash')
    .where('m.machine_id', '=', machineId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const anchor = { number: row.anchor_number, hash: row.anchor_hash }
  // The computed fact may be deleted, or none be computed yet: nothing follows the anchor then.
  const head =
    row.head_hash === null ? anchor : { number: row.computed_number, hash: row.head_hash }
  return { trust: row.trust, computedAt: row.computed_at, anchor, head }
}

export const noScore: StoredScore = {
  trust: null,
  computedAt: null,
  anchor: { number: 0, hash: noHash },
  head: { number: 0, hash: noHash },
}

/** Returns the scores of a provider's listed machines, with their slots. */
export async function listScoresOf(db: Db, accountId: AccountId): Promise<ScoredMachine[]> {
  const { rows } = await sql<ScoredMachine>`
    select score.score, coalesce((select sum(slots_total) from offers
      where machine_id = machine.id), 0)::integer as slots
    from machines machine left join reputation_machines score on score.machine_id = machine.id
    where machine.account_id = ${accountId} and machine.listed and machine.removed_at is null
    order by machine.id limit 1000`.execute(db)
  return rows
}

/** Returns the trust scores of machines; those without one are missing. */
export async function listScores(
  db: Db,
  ids: readonly MachineId[],
): Promise<ReadonlyMap<MachineId, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('reputation_machines')
    .select(['machine_id', 'score'])
    .where('machine_id', 'in', ids)
    .execute()
  return new Map(
    rows.flatMap(({ machine_id, score }) => (score === null ? [] : [[machine_id, score]])),
  )
}
