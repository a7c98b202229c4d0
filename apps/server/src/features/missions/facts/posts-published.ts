import { countPosts } from '@gridloom/domain/missions/count-posts'
import { readReferralCodes } from '../../affiliate/index.ts'
import { publishedPostsOf } from '../../posts/index.ts'
import type { MeasureFact } from './fact.ts'

/** Posts that are still public with the account's link and disclosure, as far as they were checked; copies at one account once. */
export const postsPublished: MeasureFact = async ({ db, publicUrl: origin }, of) => {
  const { accountId, from, to } = of
  const posts = await publishedPostsOf(db, accountId, { from, to })
  if (posts.length === 0) return 0
  return countPosts(posts, { codes: await readReferralCodes(db, accountId), origin })
}
