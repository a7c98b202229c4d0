import type { ChannelId } from '@gridloom/contract/channels/channel'
import type {
  AccountId,
  ConnectedAccountId,
  MediaContentId,
  MediaId,
  MediaPostId,
  MediaUploadId,
  PostId,
} from '@gridloom/contract/core/ids'
import type {
  MediaEncoding,
  MediaFailure,
  MediaKind,
  MediaState,
  MediaText,
} from '@gridloom/contract/media/media'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** JSON that is written as text. */
type Json<T> = ColumnType<T, string, string>
type GeneratedJson<T> = ColumnType<T, string | undefined, string>

/** A stored part of an upload. */
export interface MediaSegment {
  readonly name: string
  readonly bytes: number
}

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type MediaTables = {
  media_contents: {
    id: MediaContentId
    content_hash: string
    kind: 'video' | 'picture'
    size_bytes: number
    content_type: string
    uploaded_by: AccountId
    state: MediaEncoding['state']
    progress_percent: Generated<number>
    failure: Generated<MediaFailure | null>
    attempts: Generated<number>
    lease_token: Generated<string | null>
    lease_until: Generated<Date | null>
    folder: Generated<string | null>
    width: Generated<number | null>
    height: Generated<number | null>
    duration_ms: Generated<number | null>
    file_bytes: Generated<number | null>
    file_names: GeneratedJson<string[]>
    created_at: Date
  }
  media: {
    id: MediaId
    kind: MediaKind
    title: string
    detail: string
    link: string | null
    platforms: ChannelId[]
    languages: string[]
    texts: Json<MediaText[]>
    state: Generated<MediaState>
    content_id: Generated<MediaContentId | null>
    file_name: Generated<string | null>
    created_at: Date
    published_at: Generated<Date | null>
    is_creative: Generated<boolean>
  }
  media_captions: { media_id: MediaId; language: string; vtt: string; saved_at: Date }
  media_uploads: {
    id: MediaUploadId
    media_id: MediaId
    account_id: AccountId
    file_name: string
    content_hash: string
    block_hashes: Json<string[]>
    size_bytes: number
    received_bytes: Generated<number>
    segments: GeneratedJson<MediaSegment[]>
    created_at: Date
    expires_at: Date
  }
  media_posts: {
    id: MediaPostId
    media_id: MediaId
    account_id: AccountId
    platform: ChannelId
    post_link: string
    listed_at: Date
    /** The post that was published from here; null where it was listed by hand. */
    post_id: Generated<PostId | null>
    connected_account_id: Generated<ConnectedAccountId | null>
    handle: Generated<string | null>
    sub_id: Generated<string>
  }
}
export type ContentRow = Selectable<MediaTables['media_contents']>
export type MediaRow = Selectable<MediaTables['media']>
export type MediaUploadRow = Selectable<MediaTables['media_uploads']>
export type MediaPostRow = Selectable<MediaTables['media_posts']>
