import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const postsPersonalData: PersonalData = {
  sections: [
    {
      name: 'posts',
      tables: ['posts', 'post_targets', 'post_media'],
      rows: (user) => sql`select post.id || ' ' || target.connected_account_id as key, post.id,
        target.connected_account_id, target.channel, target.handle, target.state,
        coalesce(target.text, post.text) as text, post.at, target.url, target.published_at,
        (select jsonb_agg(jsonb_build_object('media_id', media_id, 'text', media.text) order by position)
          from post_media media where media.post_id = post.id) as media
        from posts post join post_targets target on target.post_id = post.id
        where post.account_id = ${user}`,
    },
  ],
  deleted: { post_targets: 'account_id', posts: 'account_id', calendar_feeds: 'account_id' },
  notExported: { calendar_feeds: 'it is the hash of a secret' },
}
