import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** A machine that an email names. */
export interface OfflineMachine {
  name: string
  lastSeenAt: Date
}

/** Accounts of one run; the next run takes the others. */
const accountsMax = 200

/** Offline machines that no email has named yet. */
const unnotified = sql`from machines machine
  join machine_heartbeats heartbeat on heartbeat.machine_id = machine.id
  where machine.removed_at is null and machine.offline_notified_at is null
    and machine.status = 'offline'`

/** Returns accounts with a machine last seen before `before`, whose last digest was sent before `digestBefore`. */
export async function accountsToNotify(
  db: Db,
  { before, digestBefore }: { before: Date; digestBefore: Date },
): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    with silent as (select distinct machine.account_id ${unnotified} and heartbeat.last_seen_at < ${before})
    select silent.account_id as "accountId" from silent
    left join machine_digests digest on digest.account_id = silent.account_id
    where digest.sent_at is null or digest.sent_at <= ${digestBefore}
    limit ${accountsMax}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

interface ClaimOffline {
  accountId: AccountId
  before: Date
  digestBefore: Date
  now: Date
}

/**
 * Claims the digest of an account, unless another replica has, and its machines last seen before a time. Where all are
 * back by now, the digest is left for the next outage.
 */
export async function claimOffline(
  { db }: Tx,
  { accountId, before, digestBefore, now }: ClaimOffline,
): Promise<OfflineMachine[]> {
  const { rows: claimed } = await sql`insert into machine_digests as digest (account_id, sent_at)
    select ${accountId}, ${now}
    where exists (select ${unnotified} and machine.account_id = ${accountId} and heartbeat.last_seen_at < ${before})
    on conflict (account_id) do update set sent_at = excluded.sent_at
    where digest.sent_at <= ${digestBefore} returning account_id`.execute(db)
  if (claimed.length === 0) return []
  const { rows } = await sql<OfflineMachine>`
    with due as (select machine.id, machine.name, heartbeat.last_seen_at as "lastSeenAt" ${unnotified}
        and machine.account_id = ${accountId} and heartbeat.last_seen_at < ${before}
      for no key update of machine)
    update machines set offline_notified_at = ${now}, online_again_at = null
    from due where machines.id = due.id returning due.name, due."lastSeenAt"`.execute(db)
  return rows
}

/** Records when offline machines came online again, and clears it for those that went offline once more. */
export async function recordOnlineAgain({ db }: Tx, now: Date): Promise<void> {
  await sql`update machines set online_again_at = case when status = 'online' then ${now}::timestamptz end
    where offline_notified_at is not null and removed_at is null
      and (status = 'online') = (online_again_at is null)`.execute(db)
}

/**
 * Returns accounts whose machines are back: all that emails named have been online since `before`, or some of them
 * since `atLatest`.
 */
export async function accountsBack(
  db: Db,
  { before, atLatest }: { before: Date; atLatest: Date },
): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id as "accountId" from machines
    where offline_notified_at is not null and removed_at is null
    group by account_id
    having bool_and(online_again_at is not null and online_again_at <= ${before})
      or min(online_again_at) <= ${atLatest}
    limit ${accountsMax}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

/** Claims the named machines of an account that have been online without a break since a time. */
export async function claimBackOnline(
  { db }: Tx,
  { accountId, before }: { accountId: AccountId; before: Date },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update machines set offline_notified_at = null, online_again_at = null
    where account_id = ${accountId} and removed_at is null and offline_notified_at is not null
      and status = 'online' and online_again_at <= ${before}
    returning name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Deletes what is older than any digest needs. */
export async function deleteDigestsBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from machine_digests where sent_at < ${before}`.execute(db)
}
