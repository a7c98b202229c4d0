import type { MachineId } from '@gridloom/contract/core/ids'
import type { Evidence, EvidenceKind } from '@gridloom/contract/reputation/evidence'
import { type ChainPlace, noHash } from '@gridloom/domain/trust/evidence-chain'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { EvidenceTable, ReputationTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<ReputationTables>()

/** Locks the chain of a machine, which begins with this call, and returns its end. */
export async function lockChain({ db }: Tx, machineId: MachineId): Promise<ChainPlace> {
  await tables(db)
    .insertInto('reputation_machines')
    .values({ machine_id: machineId, last_hash: noHash, anchor_hash: noHash })
    .onConflict((conflict) => conflict.column('machine_id').doNothing())
    .execute()
  const row = await tables(db)
    .selectFrom('reputation_machines')
    .select(['last_number as number', 'last_hash as hash'])
    .where('machine_id', '=', machineId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row
}

/** Returns the number of the fact of this kind and source; `undefined`: it is not recorded. */
export async function findFact(
  db: Db,
  { machineId, kind, source }: { machineId: MachineId; kind: EvidenceKind; source: string },
): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('reputation_evidence')
    .select('number')
    .where('machine_id', '=', machineId)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.number
}

/** How many facts of a kind were recorded since a time, and how many of them for one party. */
export interface RecentFacts {
  good: number
  bad: number
  ofParty: number
}

export async function countRecent(
  db: Db,
  { machineId, kind, party, since }: RecentQuery,
): Promise<RecentFacts> {
  const { rows } = await sql<RecentFacts>`
    select count(*) filter (where value >= 500)::integer as good,
      count(*) filter (where value < 500)::integer as bad,
      count(*) filter (where party_digest = ${party})::integer as "ofParty"
    from reputation_evidence
    where machine_id = ${machineId} and kind = ${kind} and recorded_at >= ${since}`.execute(db)
  return rows[0] ?? { good: 0, bad: 0, ofParty: 0 }
}

interface RecentQuery {
  machineId: MachineId
  kind: EvidenceKind
  /** The digest; `null`: none. */
  party: string | null
  since: Date
}

/** Adds a fact at the end of a locked chain. */
export async function insertFact({ db }: Tx, fact: Evidence, recordedAt: Date): Promise<void> {
  const { party, figure, at, ...rest } = fact
  await tables(db)
    .insertInto('reputation_evidence')
    .values({
      ...rest,
      at: new Date(at),
      figure: figure === null ? null : JSON.stringify(figure),
      party_digest: party?.digest ?? null,
      party_own: party?.own ?? null,
      party_other_providers: party?.other_providers ?? null,
      recorded_at: recordedAt,
    })
    .execute()
  await tables(db)
    .updateTable('reputation_machines')
    .set({ last_number: fact.number, last_hash: fact.hash })
    .where('machine_id', '=', fact.machine_id)
    .execute()
}

/** Returns at most `limit` facts of a machine after a number and up to another, in order. */
export async function listFacts(
  db: Db,
  machineId: MachineId,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<Evidence[]> {
  const rows = await tables(db)
    .selectFrom('reputation_evidence')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(evidenceOf)
}

/** Returns the newest facts of a machine, of some kinds or (`null`) of all, oldest first. */
export async function listLastFacts(
  db: Db,
  machineId: MachineId,
  { kinds, limit }: { kinds: readonly EvidenceKind[] | null; limit: number },
): Promise<Evidence[]> {
  const rows = await tables(db)
    .selectFrom('reputation_evidence')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where((e) => (kinds === null ? sql<boolean>`true` : e('kind', 'in', kinds)))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(evidenceOf).toReversed()
}

/** Returns a row as the fact that it stores. */
export function evidenceOf(row: Selectable<EvidenceTable>): Evidence {
  const {
    party_digest: digest,
    party_own: own,
    party_other_providers: others,
    recorded_at: _,
    at,
    ...rest
  } = row
  return {
    ...rest,
    at: at.toISOString(),
    party: digest === null ? null : { digest, own: own ?? false, other_providers: others ?? 0 },
  }
}
