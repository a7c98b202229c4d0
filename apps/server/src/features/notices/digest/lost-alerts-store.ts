import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** An instance that an email is about. */
export interface AlertedInstance {
  accountId: AccountId
  instanceId: InstanceId
  name: string
}

/** Accounts of one run; the next run takes the others. */
const accountsMax = 200

/** Stores that an instance is lost. One that was reported back, but not yet in an email, is lost as before. */
export async function insertLost({ db }: Tx, lost: AlertedInstance, at: Date): Promise<void> {
  await sql`insert into lost_alerts (account_id, instance_id, name, lost_at)
    values (${lost.accountId}, ${lost.instanceId}, ${lost.name}, ${at})
    on conflict (account_id, instance_id) do update set name = excluded.name, back_at = null`.execute(
    db,
  )
}

/** Stores that a lost instance is back; one whose owner was not notified is dropped. */
export async function markBack(
  { db }: Tx,
  { accountId, instanceId }: Omit<AlertedInstance, 'name'>,
  at: Date,
): Promise<void> {
  await sql`delete from lost_alerts
    where account_id = ${accountId} and instance_id = ${instanceId} and notified_at is null`.execute(
    db,
  )
  await sql`update lost_alerts set back_at = ${at}
    where account_id = ${accountId} and instance_id = ${instanceId} and back_at is null`.execute(db)
}

export async function deleteLost(
  { db }: Tx,
  { accountId, instanceId }: Omit<AlertedInstance, 'name'>,
): Promise<void> {
  await sql`delete from lost_alerts
    where account_id = ${accountId} and instance_id = ${instanceId}`.execute(db)
}

/** Returns accounts with an instance lost since `before`, whose last digest was sent before `digestBefore`. */
export async function accountsToNotify(
  db: Db,
  { before, digestBefore }: { before: Date; digestBefore: Date },
): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select distinct lost.account_id as "accountId" from lost_alerts lost
    left join lost_digests digest on digest.account_id = lost.account_id
    where lost.notified_at is null and lost.lost_at <= ${before}
      and (digest.sent_at is null or digest.sent_at <= ${digestBefore})
    limit ${accountsMax}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

/** Claims the digest of an account, unless another replica has, and returns its instances that no email has named. */
export async function claimUnnotified(
  { db }: Tx,
  { accountId, digestBefore, now }: { accountId: AccountId; digestBefore: Date; now: Date },
): Promise<string[]> {
  const { rows: claimed } = await sql`insert into lost_digests as digest (account_id, sent_at)
    values (${accountId}, ${now})
    on conflict (account_id) do update set sent_at = excluded.sent_at
    where digest.sent_at <= ${digestBefore} returning account_id`.execute(db)
  if (claimed.length === 0) return []
  const { rows } = await sql<{ name: string }>`update lost_alerts set notified_at = ${now}
    where account_id = ${accountId} and notified_at is null returning name`.execute(db)
  return rows.map(({ name }) => name).sort()
}

/**
 * Returns accounts whose instances are back: all that emails named since `before`, or some of them since
 * `atLatest`.
 */
export async function accountsBack(
  db: Db,
  { before, atLatest }: { before: Date; atLatest: Date },
): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id as "accountId" from lost_alerts where notified_at is not null
    group by account_id
    having min(back_at) <= ${atLatest} or (bool_and(back_at is not null) and max(back_at) <= ${before})
    limit ${accountsMax}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

/** Claims the instances of an account that are back, and returns their names. */
export async function claimBack({ db }: Tx, accountId: AccountId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`delete from lost_alerts
    where account_id = ${accountId} and notified_at is not null and back_at is not null
    returning name`.execute(db)
  return rows.map(({ name }) => name).sort()
}

/** Deletes what is older than any digest needs. */
export async function deleteAlertsBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from lost_alerts where lost_at < ${before}`.execute(db)
  await sql`delete from lost_digests where sent_at < ${before}`.execute(db)
}
