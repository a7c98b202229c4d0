import type { AccountId } from '@gridloom/contract/core/ids'
import type { PostLife } from '@gridloom/domain/affiliate/account-signals'
import type { PostText } from '@gridloom/domain/affiliate/copied-posts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** A published post with its account: those of one party are of one owner. */
export type OwnedPost = PostText & { readonly account: AccountId }

/** Returns posts that were published since a time, oldest first: at most the newest `limit`. */
export async function selectPostTexts(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<OwnedPost[]> {
  const { rows } = await sql<OwnedPost>`
    select * from (
      select t.post_id as id, t.account_id as account,
        coalesce((select min(m.company_id) from company_members m where m.account_id = t.account_id),
          t.account_id) as owner,
        coalesce(t.text, p.text) as text, min(t.published_at) as at
      from post_targets t join posts p on p.id = t.post_id
      where t.published_at >= ${since} group by 1, 2, 3, 4
      order by at desc limit ${limit}) newest
    order by at, id`.execute(db)
  return rows
}

/** Returns the texts that we offer for sharing. */
export async function selectAllowedTexts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select given.text from media, jsonb_to_recordset(media.texts) as given (text text)
    union all select title || ' ' || detail from media
    limit 50000`.execute(db)
  return rows.map(({ text }) => text)
}

/** Returns accounts of which several posts were found gone since a time. */
export async function selectWithGone(db: Db, since: Date): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select account_id as id from post_targets
    where published_at >= ${since} and state = 'gone'
    group by 1 having count(distinct post_id) >= 2 order by 1 limit 5000`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the posts of an account since a time, with the check that found them gone, and its rewards since then. */
export async function selectLives(
  db: Db,
  accountId: AccountId,
  since: Date,
): Promise<{ posts: PostLife[]; rewardedAt: Date[] }> {
  const posts = await sql<PostLife>`
    select min(t.published_at) as "publishedAt", max(c.at) as "goneAt"
    from post_targets t left join post_checks c on c.post_id = t.post_id
      and c.connected_account_id = t.connected_account_id and c.outcome = 'gone'
    where t.account_id = ${accountId} and t.published_at >= ${since}
    group by t.post_id limit 1000`.execute(db)
  const rewards = await sql<{ at: Date }>`
    select created_at as at from rewards where account_id = ${accountId} and created_at >= ${since}
    order by created_at limit 1000`.execute(db)
  return { posts: posts.rows, rewardedAt: rewards.rows.map(({ at }) => at) }
}
