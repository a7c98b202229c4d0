import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const mediaPersonalData: PersonalData = {
  sections: [
    {
      name: 'media_posts',
      tables: ['media_posts'],
      rows: (user) =>
        sql`select id as key, id, media_id, platform, post_link, listed_at,
          handle, sub_id
          from media_posts where account_id = ${user}`,
    },
  ],
  deleted: { media_posts: 'account_id', media_uploads: 'account_id' },
  notExported: { media_uploads: 'unfinished files of the platform’s library' },
}
