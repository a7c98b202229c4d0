import type { AccountId, ConnectedAccountId, PostId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { PeopleFixture, Someone } from './people.ts'

/** A post that is published, and what its newest check found. */
interface PublishedPost {
  readonly text: string
  readonly account: ConnectedAccountId
}

/** Connects an account of a website, without a proof. */
export async function connectSite(
  { system, db, clock }: PeopleFixture,
  accountId: AccountId,
): Promise<ConnectedAccountId> {
  const id = system.ids.mint('connectedAccount')
  const url = `https://${id.toLowerCase()}.example/`
  await sql`insert into connected_accounts (id, account_id, channel, external_id, name, handle,
      profile_url, input, code, state, scopes, connected_at, checked_at)
    values (${id}, ${accountId}, 'website', ${url}, 'Blog', ${new URL(url).host}, ${url}, ${url}, 'code',
      'connected', '{}', ${clock.now()}, ${clock.now()})`.execute(db)
  return id
}

/** Stores a post that was published now at one connected account. */
export async function insertPublished(
  { system, db, clock }: PeopleFixture,
  { id: accountId }: Pick<Someone, 'id'>,
  { text, account }: PublishedPost,
): Promise<PostId> {
  const [id, at] = [system.ids.mint('post'), clock.now()]
  await sql`insert into posts (id, account_id, text, at, created_at, changed_at)
    values (${id}, ${accountId}, ${text}, ${at}, ${at}, ${at})`.execute(db)
  await sql`insert into post_targets (post_id, connected_account_id, account_id, channel, handle, publishes,
      state, attempt_key, due_at, external_id, url, published_at, next_check_at)
    values (${id}, ${account}, ${accountId}, 'website', 'blog.example', true, 'published', ${id}, ${at},
      ${id}, ${`https://blog.example/${id}`}, ${at}, ${new Date(at.getTime() + 86_400_000)})`.execute(
    db,
  )
  return id
}
