import type { AccountId } from '@gridloom/contract/core/ids'
import type { BasisPoints } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** A provider who was not notified yet of the platform fee in force. */
export interface UnnotifiedProvider {
  accountId: AccountId
  /** The key of the notice that they get. */
  noticeKey: string
  fee: BasisPoints
  feeBefore: BasisPoints
  at: Date
}

const providersMax = 100

/**
 * Returns providers of machines that they had when the newest fee came into force, after `since`, without a notice of
 * it.
 */
export async function listUnnotifiedProviders(
  db: Db,
  { since }: { since: Date },
): Promise<UnnotifiedProvider[]> {
  const { rows } = await sql<UnnotifiedProvider>`
    with newest as (select id, basis_points, at, lag(basis_points) over (order by id) as before
      from platform_fee_changes order by id desc limit 1),
    provider as (select distinct machine.account_id, newest.*,
        'platform_fee:' || newest.id || ':' || machine.account_id as notice_key
      from newest join machines machine on machine.enrolled_at <= newest.at
      where machine.removed_at is null and newest.before is not null and newest.at >= ${since})
    select account_id as "accountId", notice_key as "noticeKey", basis_points as fee, before as "feeBefore", at
    from provider
    where not exists (select from notices
      where notices.account_id = provider.account_id and notices.key = provider.notice_key)
    order by "accountId" limit ${providersMax}`.execute(db)
  return rows
}
