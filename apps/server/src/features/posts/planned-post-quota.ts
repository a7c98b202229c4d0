import { plannedPostsMax } from '@gridloom/contract/posts/post'
import type { Quota } from '../../platform/feature.ts'
import { countPlanned } from './posts-store.ts'

export const plannedPostQuota: Quota = {
  max: plannedPostsMax,
  what: 'planned posts',
  used: countPlanned,
}
