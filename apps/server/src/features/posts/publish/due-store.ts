import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { TargetChanges, TargetKey } from '../posts-store.ts'
import type { PostTables, PostTargetRow } from '../schema.ts'

/** A target that one publisher has. */
export interface ClaimedTarget
  extends Pick<
    PostTargetRow,
    | 'post_id'
    | 'connected_account_id'
    | 'account_id'
    | 'channel'
    | 'handle'
    | 'publishes'
    | 'attempt_key'
    | 'due_at'
    | 'attempts'
  > {
  readonly lease: string
  readonly lease_ends_at: Date
  readonly first_attempt_at: Date
  /** Whether an earlier attempt may have published it. */
  readonly may_be_published: boolean
  readonly text: string
}

interface Claim {
  readonly now: Date
  readonly lease: string
  readonly leaseEndsAt: Date
  /** The same for posts with pictures or a video. */
  readonly mediaLeaseEndsAt: Date
  /** Accounts that are left out: their posts are being published. */
  readonly busy: readonly AccountId[]
  readonly most: number
  readonly perAccount: number
}

/**
 * Claims targets whose time has come, for one publisher: of each account a few, so that many of one account delay no
 * other's. Those of a publisher that died are claimed again when its claim has ended, and count as maybe published.
 * Suspended and closed accounts are left out.
 */
export async function claimDue({ db }: Tx, claim: Claim): Promise<ClaimedTarget[]> {
  const { now, lease, leaseEndsAt, mediaLeaseEndsAt, busy, most, perAccount } = claim
  const { rows } = await sql<Omit<ClaimedTarget, 'text'>>`
    with due as (
      select target.post_id, target.connected_account_id, target.next_try_at,
        row_number() over (partition by target.account_id order by target.next_try_at) as turn
      from post_targets target join accounts account on account.id = target.account_id
      where target.next_try_at <= ${now} and account.suspended_at is null
        and account.closed_at is null and target.account_id <> all(${[...busy]}::text[])),
    picked as (
      select target.post_id, target.connected_account_id, target.may_be_published
      from post_targets target join due using (post_id, connected_account_id)
      where target.next_try_at <= ${now} and due.turn <= ${perAccount}
      order by due.turn, target.next_try_at limit ${most} for update of target skip locked)
    update post_targets target
    set state = 'publishing', lease = ${lease},
      next_try_at = case when exists (select from post_media m where m.post_id = target.post_id)
        then ${mediaLeaseEndsAt}::timestamptz else ${leaseEndsAt}::timestamptz end,
      attempts = target.attempts + 1, may_be_published = true,
      first_attempt_at = coalesce(target.first_attempt_at, ${now})
    from picked
    where picked.post_id = target.post_id
      and picked.connected_account_id = target.connected_account_id
    returning target.post_id, target.connected_account_id, target.account_id, target.channel,
      target.handle, target.publishes, target.attempt_key, target.due_at, target.attempts,
      target.lease, target.next_try_at as lease_ends_at, target.first_attempt_at,
      picked.may_be_published`.execute(db)
  if (rows.length === 0) return []
  // In a statement of its own: an edit that was committed while the claim waited is seen here, and only here.
  const texts = await sql<TargetKey & { text: string }>`
    select target.post_id, target.connected_account_id, coalesce(target.text, post.text) as text
    from post_targets target join posts post on post.id = target.post_id
    where target.lease = ${lease}`.execute(db)
  return rows.map((row) => {
    const found = texts.rows.find((one) => isSame(one, row))
    if (found === undefined) throw new RangeError(`${row.post_id} was just claimed`)
    return { ...row, text: found.text }
  })
}

function isSame(one: TargetKey, other: TargetKey): boolean {
  return one.post_id === other.post_id && one.connected_account_id === other.connected_account_id
}

/** Ends a claim. `lost`: it ended before, and another publisher has the target. */
export async function settleTarget(
  { db }: Tx,
  { post_id: id, connected_account_id: account, lease }: ClaimedTarget,
  changes: TargetChanges,
): Promise<'settled' | 'lost'> {
  const { numUpdatedRows } = await db
    .withTables<PostTables>()
    .updateTable('post_targets')
    .set({ ...changes, lease: null })
    .where('post_id', '=', id)
    .where('connected_account_id', '=', account)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'settled' : 'lost'
}

/** Whether a post of a channel is already known as that of another target. */
export async function isOfOther(
  db: Db,
  { post_id: id, connected_account_id: account }: TargetKey,
  externalId: string,
): Promise<boolean> {
  const row = await db
    .withTables<PostTables>()
    .selectFrom('post_targets')
    .select('post_id')
    .where('connected_account_id', '=', account)
    .where('external_id', '=', externalId)
    .where('post_id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}
