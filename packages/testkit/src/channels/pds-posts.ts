import { z } from 'zod'
import type { PdsAccount } from './pds-server.ts'

const collection = 'app.bsky.feed.post'
const Posts = z.object({
  records: z.array(
    z.object({
      uri: z.string(),
      value: z.object({
        text: z.string(),
        embed: z.object({ $type: z.string(), alt: z.string() }),
        facets: z.array(z.object({ features: z.array(z.object({ uri: z.string() })) })),
      }),
    }),
  ),
})

/** The posts of an account with media and links, as the Bluesky server tells everybody. */
export async function postsOf(account: PdsAccount) {
  const of = new URLSearchParams({ repo: account.did, collection })
  return Posts.parse(await account.call(`com.atproto.repo.listRecords?${of}`)).records
}

/** Deletes them there, as their author can. */
export async function deletePosts(account: PdsAccount): Promise<void> {
  for (const { uri } of await postsOf(account)) {
    const post = { repo: account.did, collection, rkey: uri.split('/').at(-1) }
    await account.call('com.atproto.repo.deleteRecord', post)
  }
}
