import type { AccountId, InstanceId, MachineId, SshKeyId } from '@gridloom/contract/core/ids'
import type { InstanceState } from '@gridloom/contract/instances/instance'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** An instance that a user may sign in to. */
export interface OpenedInstance {
  readonly userId: AccountId
  readonly accountId: AccountId
  readonly instanceId: InstanceId
  readonly machineId: MachineId
  readonly label: string
  readonly state: InstanceState
}

/** An instance that a key opens. */
export interface OpenedByKey extends OpenedInstance {
  readonly keyId: SshKeyId
}

/** A login name, as it may be read. */
export interface LoginName {
  /** A label, or an instance id. */
  readonly whole: string
  /** `ACCOUNT+LABEL`: an account's id, a user's address or a company's name, and the label. */
  readonly qualified: { readonly account: string; readonly label: string } | null
}

/** More than one match only has to be told, not listed. */
const matchesMax = 2

/**
 * Finds the instances that a key opens under a name: those of its user, and of the companies that they belong to. One
 * query, whatever exists.
 */
export async function findOpenedByKey(
  db: Db,
  { name, fingerprint }: { name: LoginName; fingerprint: string },
): Promise<OpenedByKey[]> {
  const { rows } = await sql<OpenedByKey>`
    ${opened} where key.fingerprint = ${fingerprint} and ${maySignIn}
      and ${isNamed(name)}
    order by i.id desc limit ${matchesMax}`.execute(db)
  return rows
}

/** Finds the instances that a certificate opens under a name: those of its account that it names. */
export async function findOpenedByCertificate(
  db: Db,
  {
    name,
    accountId,
    instanceIds,
  }: { name: LoginName; accountId: AccountId; instanceIds: readonly string[] },
): Promise<Omit<OpenedInstance, 'userId'>[]> {
  const { rows } = await sql<Omit<OpenedInstance, 'userId'>>`
    select i.account_id as "accountId", i.id as "instanceId", i.machine_id as "machineId", i.label, i.state
    from instances i
    left join accounts owner on owner.id = i.account_id
    left join companies company on company.id = i.account_id
    where i.account_id = ${accountId} and i.id = any (${instanceIds}::text[]) and i.state <> 'destroyed'
      and ${isNamed(name)}
    order by i.id desc limit ${matchesMax}`.execute(db)
  return rows
}

/** A certificate of them all stays below the 256 principals that OpenSSH reads. */
const principalsMax = 100

/** The instances of an account that exist, newest first; of those wanted, where some are. */
export async function findOwnedInstances(
  db: Db,
  { accountId, wanted }: { accountId: AccountId; wanted: readonly InstanceId[] | undefined },
): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instances where account_id = ${accountId} and state <> 'destroyed'
      and (${wanted === undefined} or id = any (${wanted ?? []}::text[]))
    order by id desc limit ${principalsMax}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The states of these instances. */
export async function findInstanceStates(
  db: Db,
  ids: readonly InstanceId[],
): Promise<ReadonlyMap<InstanceId, InstanceState>> {
  const { rows } = await sql<{ id: InstanceId; state: InstanceState }>`
    select id, state from instances where id = any (${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Of these logins, those whose key still opens their instance, and the state of each. */
export async function findStillOpened(
  db: Db,
  logins: readonly Pick<OpenedByKey, 'keyId' | 'instanceId'>[],
): Promise<Pick<OpenedByKey, 'keyId' | 'instanceId' | 'state'>[]> {
  if (logins.length === 0) return []
  const { rows } = await sql<Pick<OpenedByKey, 'keyId' | 'instanceId' | 'state'>>`
    ${opened} where ${maySignIn} and (key.id, i.id) in (select * from unnest(
      ${logins.map(({ keyId }) => keyId)}::text[],
      ${logins.map(({ instanceId }) => instanceId)}::text[]))`.execute(db)
  return rows
}

function isNamed({ whole, qualified }: LoginName) {
  return sql`(i.id = ${whole} or i.label = ${whole} or i.label = ${qualified?.label ?? null}
    and ${qualified?.account ?? null} in (i.account_id, owner.email, company.name))`
}

const opened = sql`
  select key.id as "keyId", key.account_id as "userId", i.account_id as "accountId",
    i.id as "instanceId", i.machine_id as "machineId", i.label, i.state
  from ssh_keys key
  join accounts holder on holder.id = key.account_id
  join instances i on i.account_id = key.account_id or i.account_id in (
    select company_id from company_members m where m.account_id = key.account_id)
  left join accounts owner on owner.id = i.account_id
  left join companies company on company.id = i.account_id`

/** As the terminal of the page requires it: an active user, who has opened the beta. */
const maySignIn = sql`holder.suspended_at is null and holder.closed_at is null
  and holder.access_granted_at is not null
  and i.state <> 'destroyed'`
