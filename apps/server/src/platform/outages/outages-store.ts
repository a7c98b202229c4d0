import { sql } from 'kysely'
import type { Tx } from '../ctx.ts'
import type { Db } from '../database/connect.ts'

/** A time in which no replica of the control plane ran, or none reached its database. */
export interface Outage {
  readonly from: Date
  readonly to: Date
}

/** When a replica last ran, and when one last started or reached its database again; `null`: not known. */
export interface Alive {
  readonly at: Date
  readonly resumedAt: Date | null
}

/** Locks the times when a replica last ran and returns them; `undefined` before the first one. */
export async function lockAlive({ db }: Tx): Promise<Alive | undefined> {
  const { rows } = await sql<Alive>`select at, resumed_at as "resumedAt"
    from control_plane_alive for update`.execute(db)
  return rows[0]
}

export async function putAlive({ db }: Tx, at: Date): Promise<void> {
  await sql`insert into control_plane_alive (at) values (${at})
    on conflict (only_row) do update set at = greatest(control_plane_alive.at, excluded.at)`.execute(
    db,
  )
}

/** Records that a replica runs since now. */
export async function putResumed(tx: Tx, at: Date): Promise<void> {
  await putAlive(tx, at)
  await sql`update control_plane_alive set resumed_at = ${at}`.execute(tx.db)
}

export async function insertOutage({ db }: Tx, { from, to }: Outage): Promise<void> {
  await sql`insert into control_plane_outages (from_at, to_at) values (${from}, ${to})
    on conflict do nothing`.execute(db)
}

export async function deleteOutagesBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from control_plane_outages where to_at < ${before}`.execute(db)
}

/** Returns the outages that ended after a time, oldest first. */
export async function listOutagesSince(db: Db, since: Date): Promise<Outage[]> {
  const { rows } = await sql<{ from_at: Date; to_at: Date }>`select from_at, to_at
    from control_plane_outages where to_at > ${since} order by from_at`.execute(db)
  return rows.map(({ from_at: from, to_at: to }) => ({ from, to }))
}
