import type { MachineId } from '@gridloom/contract/core/ids'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { EarlierMachine } from './decide-enrolment.ts'
import type { MachineRow, MachineTables } from './schema.ts'

/** A stored fingerprint with its machine. */
interface KnownComputer extends EarlierMachine {
  readonly fingerprint: Fingerprint
}

/** Serialises enrolments, so that each sees the machines made by those before it. */
const enrolmentLock = 7_164_533_104

export async function lockEnrolments({ db }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${enrolmentLock})`.execute(db)
}

/** Returns machines, removed ones included, whose computers share a built-in part with this one. */
export async function findAlike(
  { db }: Tx,
  { board, disk, network, gpus }: Fingerprint,
): Promise<KnownComputer[]> {
  const { rows } = await sql<AlikeRow>`
    select f.machine_id, f.board, f.disk, f.network, f.system, f.engine, f.gpus,
      m.account_id, m.removed_at, coalesce(h.last_seen_at, m.enrolled_at) as last_seen_at
    from machine_fingerprints f join machines m on m.id = f.machine_id
      left join machine_heartbeats h on h.machine_id = f.machine_id
    where f.board = ${board ?? null} or f.disk = ${disk ?? null}
      or f.network = ${network ?? null} or f.gpus && ${[...gpus]}::text[]`.execute(db)
  return rows.map((row) => ({
    machineId: row.machine_id,
    accountId: row.account_id,
    removedAt: row.removed_at,
    lastSeenAt: row.last_seen_at,
    fingerprint: fingerprintOf(row),
  }))
}

function fingerprintOf({ board, disk, network, system, engine, gpus }: AlikeRow): Fingerprint {
  return {
    gpus,
    ...(board === null ? {} : { board }),
    ...(disk === null ? {} : { disk }),
    ...(network === null ? {} : { network }),
    ...(system === null ? {} : { system }),
    ...(engine === null ? {} : { engine }),
  }
}

type AlikeRow = MachineTables['machine_fingerprints'] &
  Pick<MachineRow, 'account_id' | 'removed_at'> & { last_seen_at: Date }

/** Stores the fingerprint of a machine's computer, in place of an older one. */
export async function putFingerprint(
  { db }: Tx,
  { machineId, fingerprint, at }: { machineId: MachineId; fingerprint: Fingerprint; at: Date },
): Promise<void> {
  const { board = null, disk = null, network = null, system = null, engine = null } = fingerprint
  const row = { board, disk, network, system, engine, gpus: [...fingerprint.gpus], read_at: at }
  await db
    .withTables<MachineTables>()
    .insertInto('machine_fingerprints')
    .values({ machine_id: machineId, ...row })
    .onConflict((conflict) => conflict.column('machine_id').doUpdateSet(row))
    .execute()
}
