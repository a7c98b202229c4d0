import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FrameChange } from '../frames/moves-store.ts'
import type { FrameRow, RenderingTables, RenderMachineRow } from '../schema.ts'
import { trustedFrom } from './next-trust.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** A frame of a job, or a part of one. */
export type FramePart = Pick<FrameRow, 'job_id' | 'number' | 'part'>

export function findPart(db: Db, framePart: FramePart): Promise<FrameRow | undefined> {
  return partQuery(db, framePart).executeTakeFirst()
}

/** Returns the part, locked; its job must be locked before it. */
export function lockPart({ db }: Tx, framePart: FramePart): Promise<FrameRow | undefined> {
  return partQuery(db, framePart).forUpdate().executeTakeFirst()
}

/** Returns all parts of a frame that consists of several. */
export function listParts(
  db: Db,
  { job_id, number }: Omit<FramePart, 'part'>,
): Promise<FrameRow[]> {
  return tablesOf(db)
    .selectFrom('render_frames')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('number', '=', number)
    .where('part', '>', 0)
    .orderBy('part')
    .execute()
}

/** Updates a locked part; only `moveFrame` writes its state. */
export async function updatePart(
  { db }: Tx,
  { job_id, number, part }: FramePart,
  change: FrameChange,
): Promise<void> {
  await tablesOf(db)
    .updateTable('render_frames')
    .set(change)
    .where('job_id', '=', job_id)
    .where('number', '=', number)
    .where('part', '=', part)
    .execute()
}

/** Records that a machine failed at a part, once however often it does. Returns how many machines have. */
export async function addFailedMachine(
  { db }: Tx,
  { job_id, number, part }: FramePart,
  machineId: MachineId,
): Promise<number> {
  const { rows } = await sql<{ machines: number }>`
    update render_frames set failed_machines = case when ${machineId} = any(failed_machines)
      then failed_machines else array_append(failed_machines, ${machineId}) end
    where job_id = ${job_id} and number = ${number} and part = ${part}
    returning cardinality(failed_machines) as machines`.execute(db)
  return rows[0]?.machines ?? 0
}

/** Returns frames whose parts are all done, and that are not being merged right now. */
export async function listWhole(
  db: Db,
  split: 'tiles' | 'samples',
  limit: number,
): Promise<(FramePart & { account_id: AccountId })[]> {
  const { rows } = await sql<FramePart & { account_id: AccountId }>`
    select f.job_id, f.number, f.part, j.account_id
    from render_jobs j join render_frames f on f.job_id = j.id
    where j.state in ('testing', 'rendering', 'paused') and j.settings->'split'->>'kind' = ${split}
      and f.part = 0 and f.state = 'assembling'
      and not exists (select 1 from render_frames p where p.job_id = f.job_id and p.number = f.number
        and p.part > 0 and p.state <> 'done')
      and exists (select 1 from render_frames p where p.job_id = f.job_id and p.number = f.number and p.part > 0)
      and not exists (select 1 from render_chunks c where c.job_id = f.job_id and c.kind = 'merge'
        and c.state = 'leased' and f.number = any(c.frames))
    order by j.priority desc, j.started_at, f.number limit ${limit}`.execute(db)
  return rows
}

/** The machine that rendered a picture, with its owner. */
export interface Producer
  extends Pick<RenderMachineRow, 'machine_id' | 'account_id' | 'trust' | 'vouched' | 'capability'> {
  name: string
}

export async function readProducer(db: Db, machineId: MachineId): Promise<Producer | undefined> {
  const { rows } = await sql<Producer>`
    select r.machine_id, m.account_id, r.trust, r.vouched, r.capability, m.name
    from render_machines r join machines m on m.id = r.machine_id
    where r.machine_id = ${machineId}`.execute(db)
  return rows[0]
}

/** Returns the producer of the picture of a part that its owner rejected, if there is one. */
export async function readRejectedProducer(
  db: Db,
  { rejected }: Pick<FrameRow, 'rejected'>,
): Promise<Producer | undefined> {
  return rejected === null ? undefined : readProducer(db, rejected.machine_id)
}

/** The properties that machines must share to render the same pixels. */
export interface ComparabilityKey {
  version: string
  engine: string
  denoise: boolean
  device: RenderCapability['devices'][number]['kind']
}

interface ComparableQuery {
  comparabilityKey: ComparabilityKey
  accountsNot: readonly AccountId[]
  machinesNot?: readonly MachineId[]
  /** `established`: only machines whose vote can release pay (`isEstablished`). */
  which: 'any' | 'established'
}

/**
 * Counts online machines that could render the same pixels, without these machines, these accounts and the accounts
 * linked to them.
 */
export async function countComparable(
  db: Db,
  { comparabilityKey, accountsNot, machinesNot = [], which }: ComparableQuery,
): Promise<number> {
  const linked = await listLinked(db, accountsNot)
  const { rows } = await sql<{ machines: number }>`
    select count(*)::int as machines
    from render_machines r join machines m on m.id = r.machine_id
    where r.enabled and r.admission = 'admitted' and m.status = 'online' and m.removed_at is null
      and m.account_id <> all(${linked}::text[])
      and (${which === 'any'} or r.vouched or r.trust >= ${trustedFrom})
      and r.machine_id <> all(${[...machinesNot]}::text[]) and ${alike(comparabilityKey)}`.execute(
    db,
  )
  return rows[0]?.machines ?? 0
}

/**
 * Returns accounts with all linked ones, through companies they share: they count as one owner when one is to check
 * another.
 */
export async function listLinked(db: Db, accounts: readonly AccountId[]): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    with recursive linked (id) as (
      select unnest(${[...accounts]}::text[])
      union
      select near.id from linked l cross join lateral (
        select company_id as id from company_members where account_id = l.id
        union all select account_id from company_members where company_id = l.id) near)
    select id from linked`.execute(db)
  return rows.map(({ id }) => id)
}

function alike({ version, engine, denoise, device }: ComparabilityKey) {
  return sql<SqlBool>`r.capability->>'blender_version' = ${version}
    and r.capability->'engines' ? ${engine}
    and r.capability->'devices' @> ${JSON.stringify([{ kind: device }])}::jsonb
    and (not ${denoise}::boolean or jsonb_array_length(r.capability->'denoisers') > 0)`
}

/** Counts machines that could render a part of this job again: enabled, online, and not among those that failed. */
export async function countOthers(
  db: Db,
  {
    engine,
    chosen,
    not,
  }: { engine: string; chosen: readonly MachineId[]; not: readonly MachineId[] },
): Promise<number> {
  const { rows } = await sql<{ machines: number }>`
    select count(*)::int as machines
    from render_machines r join machines m on m.id = r.machine_id
    where r.enabled and r.admission = 'admitted' and m.status = 'online' and m.removed_at is null
      and r.capability->'engines' ? ${engine} and r.machine_id <> all(${[...not]}::text[])
      and (cardinality(${[...chosen]}::text[]) = 0 or r.machine_id = any(${[...chosen]}::text[]))`.execute(
    db,
  )
  return rows[0]?.machines ?? 0
}

/** Records that a machine sent a malformed file for a part, once however often it does. */
export async function noteMalformed(
  { db }: Tx,
  { job_id, number, part }: FramePart,
  machineId: MachineId,
): Promise<void> {
  await sql`update render_frames set malformed_by = array_append(malformed_by, ${machineId})
    where job_id = ${job_id} and number = ${number} and part = ${part}
      and ${machineId} <> all(malformed_by)`.execute(db)
}

/** Fewer pictures of other owners are not enough to estimate the time of one. */
const othersMin = 3

/**
 * Returns the mean time of established machines of other owners for whole frames of a job, on a reference machine;
 * `null`: too few frames.
 */
export async function readOthersReferenceMs(
  db: Db,
  jobId: FramePart['job_id'],
  accountId: AccountId,
): Promise<number | null> {
  const { rows } = await sql<{ mean: number | null }>`
    select (case when count(*) >= ${othersMin} then avg(c.reference_ms) end)::double precision as mean
    from render_charges c join render_machines r on r.machine_id = c.machine_id
    where c.job_id = ${jobId} and r.account_id <> ${accountId}
      and (r.vouched or r.trust >= ${trustedFrom})`.execute(db)
  return rows[0]?.mean ?? null
}

/** Returns a machine's score; `null` before it was measured. */
export async function readScore(db: Db, machineId: MachineId): Promise<number | null> {
  const row = await tablesOf(db)
    .selectFrom('render_machines')
    .select('score')
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
  return row?.score ?? null
}

export interface MachineTrust {
  trust: number
  admission: RenderMachineRow['admission']
}

/** Returns the machine's trust and admission, locked. */
export function lockMachineTrust(
  { db }: Tx,
  machineId: MachineId,
): Promise<MachineTrust | undefined> {
  return tablesOf(db)
    .selectFrom('render_machines')
    .select(['trust', 'admission'])
    .where('machine_id', '=', machineId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateMachineRow(
  { db }: Tx,
  machineId: MachineId,
  change: Updateable<RenderingTables['render_machines']>,
): Promise<void> {
  await tablesOf(db)
    .updateTable('render_machines')
    .set(change)
    .where('machine_id', '=', machineId)
    .execute()
}

/** Adds to the counts of a machine's paid and refused pictures. */
export async function countPictures(
  { db }: Tx,
  machineId: MachineId,
  { paid = 0, refused = 0 }: { paid?: number; refused?: number },
): Promise<void> {
  await sql`update render_machines set frames_paid = frames_paid + ${paid},
    frames_refused = frames_refused + ${refused} where machine_id = ${machineId}`.execute(db)
}

function partQuery(db: Db, { job_id, number, part }: FramePart) {
  return tablesOf(db)
    .selectFrom('render_frames')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('number', '=', number)
    .where('part', '=', part)
}

/** Whether a machine is rendering a canary right now. */
export async function hasLeasedCanary(db: Db, machineId: MachineId): Promise<boolean> {
  const row = await tablesOf(db)
    .selectFrom('render_chunks')
    .select('id')
    .where('machine_id', '=', machineId)
    .where('kind', '=', 'canary')
    .where('state', '=', 'leased')
    .executeTakeFirst()
  return row !== undefined
}
