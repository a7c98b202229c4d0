import type { InstanceId } from '@gridloom/contract/core/ids'
import type { PortAccess } from '@gridloom/contract/ports/port-address'
import type { PortLabel } from '@gridloom/contract/ports/port-label'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { PortAddressRow, PortTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<PortTables>()

/** One declared port of an instance. */
export interface OnePort {
  readonly instanceId: InstanceId
  readonly port: number
}

/** An address with the number of its links that are valid now, and its TCP port where one is open. */
export type ListedAddress = PortAddressRow & {
  links: number
  tcp_port: number | null
  tcp_allowed: string[] | null
}

/** Lists the addresses of an instance by their port. */
export async function listAddresses(
  db: Db,
  { instanceId, now }: { instanceId: InstanceId; now: Date },
): Promise<ListedAddress[]> {
  const { rows } = await sql<ListedAddress>`
    select address.*, (select count(*)::int from port_links link
      where link.instance_id = address.instance_id and link.port = address.port
        and link.revoked_at is null and link.expires_at > ${now}) as links,
      tcp.tcp_port, tcp.allowed as tcp_allowed
    from port_addresses address
    left join tcp_ports tcp on tcp.instance_id = address.instance_id and tcp.port = address.port
      and tcp.closed_at is null
    where address.instance_id = ${instanceId} order by address.port`.execute(db)
  return rows
}

/**
 * Inserts the addresses that an instance lacks, with the slug of those that it has or else with `slug`. Concurrent calls
 * insert each once, and agree on the slug.
 */
export async function insertAddresses(
  { db }: Tx,
  made: {
    instanceId: InstanceId
    ports: readonly { port: number; access: PortAccess }[]
    slug: string
    at: Date
  },
): Promise<void> {
  const { instanceId, ports, slug, at } = made
  if (ports.length === 0) return
  // Of two transactions, the second waits for the slug of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`port_addresses ${instanceId}`}, 0))`.execute(
    db,
  )
  await sql`insert into port_addresses (instance_id, port, access, slug, created_at)
    select ${instanceId}, port, access, coalesce(
      (select slug from port_addresses where instance_id = ${instanceId} limit 1), ${slug}), ${at}
    from unnest(${ports.map(({ port }) => port)}::int[], ${ports.map(({ access }) => access)}::text[])
      as made (port, access)
    on conflict (instance_id, port) do nothing`.execute(db)
}

/** Locks an address until the transaction ends, so that its access and its links change together. */
export async function lockAddress(
  { db }: Tx,
  { instanceId, port }: OnePort,
): Promise<PortAddressRow | undefined> {
  return tablesOf(db)
    .selectFrom('port_addresses')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('port', '=', port)
    .forUpdate()
    .executeTakeFirst()
}

export async function setAccess(
  { db }: Tx,
  { instanceId, port }: OnePort,
  access: PortAccess,
): Promise<void> {
  await tablesOf(db)
    .updateTable('port_addresses')
    .set({ access })
    .where('instance_id', '=', instanceId)
    .where('port', '=', port)
    .execute()
}

export async function findByLabel(
  db: Db,
  { port, slug }: PortLabel,
): Promise<PortAddressRow | undefined> {
  return tablesOf(db)
    .selectFrom('port_addresses')
    .selectAll()
    .where('slug', '=', slug)
    .where('port', '=', port)
    .executeTakeFirst()
}

/** Gives the addresses of an instance, with links and sign-ins, to another instead of its own. */
export async function passAddresses(
  { db }: Tx,
  { from, to }: { from: InstanceId; to: InstanceId },
): Promise<void> {
  await sql`delete from port_addresses where instance_id = ${to}`.execute(db)
  await sql`update port_addresses set instance_id = ${to} where instance_id = ${from}`.execute(db)
}

/** Deletes the addresses of instances that were destroyed before a time, with their links and sessions. */
export async function deleteAddressesOver({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from port_addresses using instances
    where instances.id = port_addresses.instance_id and instances.destroyed_at < ${before}`.execute(
    db,
  )
}
