import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { connectedAccountMoves } from '@gridloom/contract/channels/connected-account'
import type { AccountId, ConnectedAccountId, SessionId } from '@gridloom/contract/core/ids'
import type { PostLimits } from '@gridloom/contract/posts/post'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type ChannelTables = {
  connected_accounts: {
    id: ConnectedAccountId
    account_id: AccountId
    channel: ChannelId
    external_id: string
    name: string
    handle: string
    profile_url: string
    input: string
    code: string | null
    state: keyof typeof connectedAccountMoves
    scopes: string[]
    sealed: string | null
    expires_at: Date | null
    connected_at: Date
    checked_at: Date
    problem: string | null
    not_before: Generated<Date | null>
    refresh_lease: Generated<string | null>
    refresh_ends_at: Generated<Date | null>
    /** What the account's server takes; null: the limits of its channel. */
    limits: ColumnType<PostLimits | null, string | null | undefined, string | null>
  }
  channel_connections: {
    state_hash: string
    account_id: AccountId
    session_id: SessionId
    channel: ChannelId
    input: string
    sealed: string
    reconnects: ConnectedAccountId | null
    expires_at: Date
  }
  channel_proofs: {
    account_id: AccountId
    channel: ChannelId
    url: string
    code: string
    expires_at: Date
  }
  channel_revocations: {
    id: ConnectedAccountId
    channel: ChannelId
    sealed: string
    attempts: Generated<number>
    next_try_at: Date
    gives_up_at: Date
  }
  mastodon_apps: {
    origin: string
    sealed: string
    checked_at: Date
  }
}
export type ConnectedAccountRow = Selectable<ChannelTables['connected_accounts']>
export type ConnectionRow = Selectable<ChannelTables['channel_connections']>
export type ProofRow = Selectable<ChannelTables['channel_proofs']>
