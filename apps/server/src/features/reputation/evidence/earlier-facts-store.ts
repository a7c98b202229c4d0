import type { MachineId } from '@gridloom/contract/core/ids'
import type { Evidence } from '@gridloom/contract/reputation/evidence'
import type { ChainPlace } from '@gridloom/domain/trust/evidence-chain'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ReputationTables } from '../schema.ts'
import { evidenceOf } from './evidence-store.ts'

const tables = (db: Db) => db.withTables<ReputationTables>()

/** Returns the newest bad facts of machines that count, oldest first. */
export async function listBadFacts(
  db: Db,
  machineIds: readonly MachineId[],
  limit: number,
): Promise<Evidence[]> {
  const rows = await tables(db)
    .selectFrom('reputation_evidence as fact')
    .selectAll()
    .where('machine_id', 'in', machineIds)
    .where('kind', '<>', 'withdrawal')
    .where('value', '<', 500)
    .where('party_own', 'is not', true)
    .where(
      sql<boolean>`not exists (select from reputation_evidence w
        where w.machine_id = fact.machine_id and w.withdraws = fact.number)`,
    )
    .orderBy('at', 'desc')
    .orderBy('hash')
    .limit(limit)
    .execute()
  return rows.map(evidenceOf).toReversed()
}

/** Stores the earlier machines whose facts are to be repeated for one; `null`: none any more. */
export async function putInherits(
  { db }: Tx,
  machineId: MachineId,
  inherits: MachineId[] | null,
): Promise<void> {
  await tables(db)
    .updateTable('reputation_machines')
    .set({ inherits })
    .where('machine_id', '=', machineId)
    .execute()
}

/** Lists machines that are to repeat facts of earlier ones. */
export async function listHeirs(
  db: Db,
  limit: number,
): Promise<{ machineId: MachineId; earlier: MachineId[] }[]> {
  const rows = await tables(db)
    .selectFrom('reputation_machines')
    .select(['machine_id as machineId', 'inherits as earlier'])
    .where('inherits', 'is not', null)
    .orderBy('machine_id')
    .limit(limit)
    .execute()
  return rows.map(({ machineId, earlier }) => ({ machineId, earlier: earlier ?? [] }))
}

/** The last fact of a machine that was recorded before a time, which all earlier ones were too. */
export interface OldFact extends ChainPlace {
  machineId: MachineId
}

/** Returns, for some machines, the last fact that is old enough to be deleted. */
export async function listOldFacts(db: Db, before: Date, limit: number): Promise<OldFact[]> {
  const { rows } = await sql<OldFact>`
    select distinct on (machine_id) machine_id as "machineId", number, hash
    from (select * from reputation_evidence where recorded_at < ${before}
      order by recorded_at limit ${limit}) old
    order by machine_id, number desc`.execute(db)
  return rows
}

/** Deletes the facts of a machine up to one, which becomes the anchor of the rest. */
export async function deleteFacts({ db }: Tx, { machineId, number, hash }: OldFact): Promise<void> {
  await tables(db)
    .updateTable('reputation_machines')
    .set({ anchor_number: number, anchor_hash: hash })
    .where('machine_id', '=', machineId)
    .where('anchor_number', '<', number)
    .execute()
  await tables(db)
    .deleteFrom('reputation_evidence')
    .where('machine_id', '=', machineId)
    .where('number', '<=', number)
    .execute()
}
