import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { TcpRange } from '../../tcp-range.ts'
import type { OnePort } from './addresses-store.ts'
import type { AddressedInstance } from './admission-store.ts'
import type { PortTables, TcpPortRow } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<PortTables>()

/** Finds the TCP port that a declared port has, or had and may have again. */
export async function findTcpPort(
  db: Db,
  { instanceId, port }: OnePort,
): Promise<TcpPortRow | undefined> {
  return tablesOf(db)
    .selectFrom('tcp_ports')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('port', '=', port)
    .executeTakeFirst()
}

/** Lets no other transaction assign a TCP port until this one ends. */
export async function lockTcpPorts({ db }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tcp_ports', 0))`.execute(db)
}

/**
 * Finds a port that is free: nobody has it, or had it since `restedSince`. Those that were never used come first, and
 * then the one that has been free for longest.
 */
export async function findFreeTcpPort(
  db: Db,
  { first, last }: TcpRange,
  restedSince: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ tcp_port: number }>`
    select candidate as tcp_port
    from generate_series(${first}::int, ${last}::int) candidate
    left join tcp_ports used on used.tcp_port = candidate
    left join instances instance on instance.id = used.instance_id
    where used.tcp_port is null
      or least(used.closed_at, instance.destroyed_at) < ${restedSince}
    order by least(used.closed_at, instance.destroyed_at) nulls first, candidate
    limit 1`.execute(db)
  return rows[0]?.tcp_port
}

/** Assigns a free port to a declared port, which loses the one that it had. */
export async function assignTcpPort(
  { db }: Tx,
  { instanceId, port }: OnePort,
  { tcpPort, allowed, at }: { tcpPort: number; allowed: readonly string[]; at: Date },
): Promise<void> {
  await sql`delete from tcp_ports
    where (instance_id = ${instanceId} and port = ${port}) or tcp_port = ${tcpPort}`.execute(db)
  await sql`insert into tcp_ports (tcp_port, instance_id, port, allowed, opened_at)
    values (${tcpPort}, ${instanceId}, ${port}, ${[...allowed]}::text[], ${at})`.execute(db)
}

/** Opens the TCP port that a declared port has or had, for these networks. */
export async function reopenTcpPort(
  { db }: Tx,
  { instanceId, port }: OnePort,
  allowed: readonly string[],
): Promise<void> {
  await sql`update tcp_ports set allowed = ${[...allowed]}::text[], closed_at = null
    where instance_id = ${instanceId} and port = ${port}`.execute(db)
}

/** Closes the TCP port of a declared port. Returns whether it was open. */
export async function closeTcpPort(
  { db }: Tx,
  { instanceId, port }: OnePort,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`update tcp_ports set closed_at = ${at}
    where instance_id = ${instanceId} and port = ${port} and closed_at is null
    returning tcp_port`.execute(db)
  return rows.length > 0
}

/** An open TCP port with its instance, as far as connections depend on it. */
export type AssignedTcpPort = AddressedInstance & Pick<TcpPortRow, 'tcp_port' | 'allowed'>

/** Lists the open TCP ports of a range, of these instances or of all that are not destroyed. */
export async function listAssignedTcpPorts(
  db: Db,
  { first, last }: TcpRange,
  of: readonly InstanceId[] | 'all',
): Promise<AssignedTcpPort[]> {
  const wanted =
    of === 'all' ? sql<boolean>`true` : sql<boolean>`tcp.instance_id = any(${[...of]}::text[])`
  const { rows } = await sql<AssignedTcpPort>`
    select tcp.tcp_port, tcp.allowed, tcp.port, instance.id as instance_id, instance.account_id,
      instance.machine_id, address.access, instance.state, instance.desired, instance.ready,
      instance.charged_from
    from tcp_ports tcp
    join port_addresses address on address.instance_id = tcp.instance_id and address.port = tcp.port
    join instances instance on instance.id = tcp.instance_id
    where tcp.closed_at is null and tcp.tcp_port between ${first} and ${last} and ${wanted}
      and instance.state <> 'destroyed' and instance.desired <> 'destroyed'`.execute(db)
  return rows
}

/** Counts the open TCP ports of these accounts. */
export async function countTcpPorts(db: Db, accounts: readonly AccountId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tcp_ports tcp
    join instances instance on instance.id = tcp.instance_id
    where tcp.closed_at is null and instance.state <> 'destroyed'
      and instance.account_id = any(${[...accounts]}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}
