import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { AccountId, ConnectedAccountId, MediaId, PostId } from '@gridloom/contract/core/ids'
import type { PostCheck, PostProblem, PostState } from '@gridloom/contract/posts/post'
import type { Generated, Selectable } from 'kysely'

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type PostTables = {
  posts: {
    id: PostId
    account_id: AccountId
    text: string
    at: Date
    created_at: Date
    changed_at: Date
  }
  post_media: {
    post_id: PostId
    media_id: MediaId
    position: number
    text: string
  }
  post_targets: {
    post_id: PostId
    connected_account_id: ConnectedAccountId
    account_id: AccountId
    channel: ChannelId
    handle: string
    text: string | null
    publishes: boolean
    state: PostState
    attempt_key: string
    due_at: Date
    next_try_at: Date | null
    lease: Generated<string | null>
    attempts: Generated<number>
    first_attempt_at: Generated<Date | null>
    may_be_published: Generated<boolean>
    problem: Generated<PostProblem | null>
    problem_text: Generated<string | null>
    external_id: Generated<string | null>
    url: Generated<string | null>
    published_at: Generated<Date | null>
    next_check_at: Generated<Date | null>
    check_stage: Generated<number>
    check_tries: Generated<number>
  }
  post_checks: {
    post_id: PostId
    connected_account_id: ConnectedAccountId
    at: Date
    outcome: PostCheck['outcome']
    text: string
    links: string[]
  }
  calendar_feeds: {
    account_id: AccountId
    token_hash: string
    created_at: Date
  }
}
export type PostRow = Selectable<PostTables['posts']>
export type PostTargetRow = Selectable<PostTables['post_targets']>
export type PostMediaRow = Selectable<PostTables['post_media']>
export type PostCheckRow = Selectable<PostTables['post_checks']>
