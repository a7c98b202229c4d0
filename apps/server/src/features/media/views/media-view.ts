import type { AccountId, MediaContentId, MediaId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Media, MediaEncoding, MediaFile, OperatorMedia } from '@gridloom/contract/media/media'
import { accountOf } from '../../../platform/ctx.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { type LinkResults, linkResults } from '../../affiliate/index.ts'
import type { MediaCtx } from '../ctx.ts'
import { type Addresses, createAddresses } from '../files/addresses.ts'
import type { ContentRow, MediaPostRow, MediaRow } from '../schema.ts'
import { languagesOfCaptions } from '../stores/captions-store.ts'
import { findContents } from '../stores/contents-store.ts'
import { findMedium } from '../stores/media-store.ts'
import { selectPosts } from '../stores/posts-store.ts'
import { postView } from './post-view.ts'

/** What the views of several media are made of. */
interface Loaded {
  readonly addresses: Addresses
  readonly contents: ReadonlyMap<MediaContentId, ContentRow>
  readonly languages: readonly { media_id: MediaId; language: string }[]
  readonly posts: readonly MediaPostRow[]
  readonly accountId: AccountId
  /** What came through the links of the posts; undefined in lists. */
  readonly results: readonly LinkResults[] | undefined
}

/** Returns media as ambassadors see them. */
export async function viewsOf(ctx: MediaCtx, rows: readonly MediaRow[]): Promise<Media[]> {
  const loaded = await load(ctx, rows)
  return rows.map((row) => viewOf(row, loaded))
}

/** Returns one medium as ambassadors see it, with what came through the links of its posts. */
export async function detailedViewOf(ctx: MediaCtx, row: MediaRow): Promise<Media> {
  const loaded = await load(ctx, [row])
  const links = new Map(
    loaded.posts.flatMap(({ account_id: accountId, sub_id: subId }) =>
      subId === '' ? [] : [[`${accountId} ${subId}`, { accountId, subId }]],
    ),
  )
  return viewOf(row, { ...loaded, results: await linkResults(ctx.db, [...links.values()]) })
}

/** Returns media as the operator sees them. */
export async function operatorViewsOf(
  ctx: MediaCtx,
  rows: readonly MediaRow[],
): Promise<OperatorMedia[]> {
  const loaded = await load(ctx, rows)
  return rows.map((row) => ({
    ...viewOf(row, loaded),
    state: row.state,
    is_creative: row.is_creative,
    encoding: encodingOf(row, loaded),
    created_at: row.created_at.toISOString(),
  }))
}

/** Returns one medium as the operator sees it. @throws Refused `not_found` */
export async function operatorViewOf(ctx: MediaCtx, id: MediaId): Promise<OperatorMedia> {
  const row = await findMedium(ctx.db, id)
  const [view] = row === undefined ? [] : await operatorViewsOf(ctx, [row])
  if (view === undefined) throw new Refused('not_found', { details: { what: 'media' } })
  return view
}

async function load(ctx: MediaCtx, rows: readonly MediaRow[]): Promise<Loaded> {
  const { db } = ctx
  const ids = rows.map(({ id }) => id)
  const contentIds = rows.flatMap(({ content_id }) => (content_id === null ? [] : [content_id]))
  const contents = await findContents(db, contentIds)
  return {
    addresses: createAddresses(ctx),
    contents: new Map(contents.map((content) => [content.id, content])),
    languages: await languagesOfCaptions(db, ids),
    posts: await selectPosts(db, ids),
    accountId: accountOf(ctx).accountId,
    results: undefined,
  }
}

function viewOf(row: MediaRow, loaded: Loaded): Media {
  const { addresses, languages, posts, accountId, results } = loaded
  const isOfThis = ({ media_id }: { media_id: MediaId }) => media_id === row.id
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    detail: row.detail,
    link: row.link,
    platforms: row.platforms,
    languages: row.languages,
    texts: row.texts,
    file: fileOf(row, loaded),
    captions: languages.filter(isOfThis).map(({ language }) => ({
      language,
      url: addresses.of(row.id, `captions-${language}.vtt`),
    })),
    active_posts: posts
      .filter(isOfThis)
      .map((post) => postView(post, { accountId, results: results ?? [] })),
    results: results === undefined ? null : sumOf(results),
    published_at: isoOrNull(row.published_at),
  }
}

function sumOf(results: readonly LinkResults[]) {
  return {
    visitors: results.reduce((sum, { visitors }) => sum + visitors, 0),
    sign_ups: results.reduce((sum, { sign_ups: signUps }) => sum + signUps, 0),
  }
}

function contentOf({ content_id: id }: MediaRow, { contents }: Loaded): ContentRow | undefined {
  return id === null ? undefined : contents.get(id)
}

function fileOf(row: MediaRow, loaded: Loaded): MediaFile | null {
  const content = contentOf(row, loaded)
  return content?.state === 'ready' ? fileView(content, loaded.addresses) : null
}

/** Returns the file of a content that is ready. */
export function fileView(content: ContentRow, addresses: Addresses): MediaFile {
  const address = (name: string) =>
    content.file_names.includes(name) ? addresses.of(content.id, name) : null
  return {
    width: content.width ?? 0,
    height: content.height ?? 0,
    duration_s: content.duration_ms === null ? null : content.duration_ms / 1_000,
    size_bytes: content.file_bytes ?? 0,
    content_type: content.kind === 'video' ? 'video/mp4' : content.content_type,
    stream_url: address('master.m3u8'),
    file_url: addresses.of(content.id, content.kind === 'video' ? 'high.mp4' : 'picture'),
    poster_url: address('poster.jpg'),
    expires_at: addresses.expiresAt.toISOString(),
  }
}

function encodingOf(row: MediaRow, loaded: Loaded): MediaEncoding | null {
  const content = contentOf(row, loaded)
  if (content === undefined) return null
  return {
    state: content.state,
    file_name: row.file_name ?? '',
    size_bytes: content.size_bytes,
    progress_percent: content.progress_percent,
    failure: content.failure,
  }
}
