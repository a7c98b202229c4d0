import type { AccountId, InstanceId, MachineId, SessionId } from '@gridloom/contract/core/ids'
import type { DesiredState, InstanceState } from '@gridloom/contract/instances/instance'
import type { PortAccess } from '@gridloom/contract/ports/port-address'
import type { PortLabel } from '@gridloom/contract/ports/port-label'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { OnePort } from './addresses-store.ts'

/** An address with its instance, as far as admissions depend on it. */
export interface AddressedInstance {
  readonly instance_id: InstanceId
  readonly account_id: AccountId
  readonly machine_id: MachineId
  readonly port: number
  readonly access: PortAccess
  readonly state: InstanceState
  readonly desired: DesiredState
  readonly ready: boolean
  readonly charged_from: Date | null
}

/** Finds the address of an instance that is not destroyed. */
export async function findAddressed(
  db: Db,
  { port, slug }: PortLabel,
): Promise<AddressedInstance | undefined> {
  const { rows } = await sql<AddressedInstance>`
    select instance.id as instance_id, instance.account_id, instance.machine_id, address.port,
      address.access, instance.state, instance.desired, instance.ready, instance.charged_from
    from port_addresses address join instances instance on instance.id = address.instance_id
    where address.slug = ${slug} and address.port = ${port}
      and instance.state <> 'destroyed' and instance.desired <> 'destroyed'`.execute(db)
  return rows[0]
}

/** Finds the address of an instance of the user, or of a company that they belong to. */
export async function findOpenableAddress(
  db: Db,
  { port, slug }: PortLabel,
  userId: AccountId,
): Promise<{ instance_id: InstanceId } | undefined> {
  const { rows } = await sql<{ instance_id: InstanceId }>`
    select instance.id as instance_id
    from port_addresses address join instances instance on instance.id = address.instance_id
    where address.slug = ${slug} and address.port = ${port}
      and instance.state <> 'destroyed' and instance.desired <> 'destroyed'
      and (instance.account_id = ${userId} or ${isMember(sql`instance.account_id`, sql`${userId}`)})
    `.execute(db)
  return rows[0]
}

/** The machine of an instance that runs. */
export async function findInstancePlace(
  db: Db,
  instanceId: InstanceId,
): Promise<MachineId | undefined> {
  const { rows } = await sql<{ machine_id: MachineId }>`
    select machine_id from instances where id = ${instanceId} and state = 'running'`.execute(db)
  return rows[0]?.machine_id
}

/** A user who signed in to an address and may still open it. */
export interface SignedInVisitor {
  readonly user_id: AccountId
  readonly session_id: SessionId
  /** When the sign-in, or the session that it came from, expires. */
  readonly until: Date
}

/**
 * Finds the user of one of these cookies: signed in to this address, by a session that has not ended, not suspended, and
 * the owner of the instance or a member of the company that owns it.
 */
export async function findVisitor(
  db: Db,
  { instanceId, port }: OnePort,
  by: { cookieHashes: readonly string[]; accountId: AccountId; now: Date },
): Promise<SignedInVisitor | undefined> {
  const { rows } = await sql<SignedInVisitor>`
    select signed.user_id, signed.session_id, least(signed.expires_at, session.expires_at) as until
    from port_sessions signed
    join sessions session on session.id = signed.session_id
    join accounts account on account.id = signed.user_id
    where signed.cookie_hash = any(${[...by.cookieHashes]}::text[])
      and signed.instance_id = ${instanceId} and signed.port = ${port}
      and signed.expires_at > ${by.now}
      and session.ended_at is null and session.expires_at > ${by.now}
      and account.suspended_at is null and account.closed_at is null
      and (signed.user_id = ${by.accountId}
        or ${isMember(sql`${by.accountId}`, sql`signed.user_id`)})
    limit 1`.execute(db)
  return rows[0]
}

/** Whether a user belongs to an open company. */
function isMember(companyId: ReturnType<typeof sql>, userId: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select 1 from company_members member
    join companies company on company.id = member.company_id
    where member.company_id = ${companyId} and member.account_id = ${userId}
      and company.closed_at is null)`
}
