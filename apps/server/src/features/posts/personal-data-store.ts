import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const postsPersonalData: PersonalData = {
  sections: [
    {
      name: 'posts',
      tables: ['posts', 'post_targets'],
      rows: (user) => sql`select post.id || ' ' || target.connected_account_id as key, post.id,
        target.connected_account_id, target.channel, target.handle, target.state,
        coalesce(target.text, post.text) as text, post.at, target.url, target.published_at
        from posts post join post_targets target on target.post_id = post.id
        where post.account_id = ${user}`,
    },
  ],
  deleted: { post_targets: 'account_id', posts: 'account_id', calendar_feeds: 'account_id' },
  notExported: { calendar_feeds: 'it is the hash of a secret' },
}
