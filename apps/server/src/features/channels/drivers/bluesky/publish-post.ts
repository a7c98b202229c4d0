import { formatBytes } from '@gridloom/domain/format-bytes'
import { z } from 'zod'
import type { OutsideResponse } from '../../../../platform/outbound/fetch-outside.ts'
import { ChannelFailed, type NewPost, type PublishedPost } from '../driver.ts'
import { jsonOf, readAnswer } from '../outgoing/read-answer.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import type { BlueskyAccess } from './access.ts'
import { type BoundCall, boundCalls } from './bound-calls.ts'
import { blueskyTextMax, pictureLimits, videoLimits } from './limits.ts'
import { graphemesIn, postCollection, postRecord, type UploadedMedium } from './post-record.ts'
import { recordKeyOf } from './record-key.ts'
import { errorIn, readSession, reconnectText, type Session } from './session.ts'

const textBytesMax = 3_000
const uploadMs = 4 * 60_000

const Created = z.object({ uri: z.string(), cid: z.string() })
const Uploaded = z.object({ blob: z.looseObject({ $type: z.literal('blob') }) })

/** Publishes a post, or returns the one that an earlier attempt with the same key published. @throws ChannelFailed */
export async function publishPost(access: BlueskyAccess, post: NewPost): Promise<PublishedPost> {
  refuseTooLarge(post)
  const session = readSession(post.credentials)
  const earlier = await findPost(access, post)
  if (earlier !== undefined) return earlier
  const call = boundCalls(access, session.key)
  const media = await uploadMedia(access, { call, session, post })
  const record = postRecord(post.text, media, access.clock.now())
  const rkey = recordKeyOf(post.key)
  return createRecord({ call, session, rkey, record, post }).catch(async (error: unknown) => {
    // Servers answer a second attempt at the same record with one error or another: the record itself is the answer.
    const isMaybeThere =
      error instanceof ChannelFailed && (error.reason === 'unclear' || error.reason === 'refused')
    // @NOTE where it can't be looked for, the first error is what is known
    const found = isMaybeThere ? await findPost(access, post).catch(() => undefined) : undefined
    if (found === undefined) throw error
    return found
  })
}

interface CreateRecord {
  readonly call: BoundCall
  readonly session: Session
  readonly rkey: string
  readonly record: object
  readonly post: NewPost
}

async function createRecord({
  call,
  session,
  rkey,
  record,
  post,
}: CreateRecord): Promise<PublishedPost> {
  const response = await call({
    url: `${session.pds}/xrpc/com.atproto.repo.createRecord`,
    body: { json: { repo: session.did, collection: postCollection, rkey, record } },
    accessToken: session.accessToken,
    effect: 'write',
    signal: post.signal,
  })
  if (response.status !== 200) throw refusalOf(response)
  if (Created.safeParse(jsonOf(response.body)).success) return publishedPost(session, rkey)
  throw new ChannelFailed('unclear', 'Bluesky did not say whether it published the post.')
}

function refuseTooLarge({ text, attachments }: NewPost): void {
  const refuse = (why: string) => {
    throw new ChannelFailed('refused', why)
  }
  if (graphemesIn(text) > blueskyTextMax || Buffer.byteLength(text) > textBytesMax)
    refuse(`Bluesky takes at most ${blueskyTextMax} characters.`)
  const { max, bytes_max: pictureBytesMax } = pictureLimits
  if (attachments.length > max) refuse(`Bluesky takes at most ${max} pictures.`)
  for (const { kind, bytes } of attachments) {
    if (kind === 'picture' && bytes > pictureBytesMax)
      refuse(`Bluesky takes pictures of at most ${formatBytes(pictureBytesMax)}.`)
    if (kind === 'video' && bytes > videoLimits.bytes_max)
      refuse(`Bluesky takes videos of at most ${formatBytes(videoLimits.bytes_max)}.`)
  }
}

/**
 * Uploads the files. A blob is named by its content: a second attempt uploads the same one again, and a blob that no record
 * refers to is deleted by the server.
 */
async function uploadMedia(
  access: BlueskyAccess,
  { call, session, post }: { call: BoundCall; session: Session; post: NewPost },
): Promise<UploadedMedium[]> {
  const uploaded: UploadedMedium[] = []
  const { accessToken } = session
  const { signal, attachments } = post
  // Learns the server's nonce, so that no large file is sent to be refused.
  if (attachments.length > 0)
    await call({ url: `${session.pds}/xrpc/com.atproto.server.getSession`, accessToken, signal })
  for (const { kind, bytes, mime, text: alt, width, height, pieces } of attachments) {
    const response = await call({
      url: `${session.pds}/xrpc/com.atproto.repo.uploadBlob`,
      headers: { 'content-type': mime },
      body: { bytes, pieces },
      accessToken,
      signal,
      // Not spread: the compiler checks no names in what is.
      ms: uploadMs,
    })
    if (response.status !== 200) throw refusalOf(response)
    const { blob } = readAnswer(access.name, response.body, Uploaded)
    uploaded.push({ kind, blob, alt, aspectRatio: { width, height } })
  }
  return uploaded
}

/** Finds the post of a key, also without an answer to what created it. @throws ChannelFailed */
export async function findPost(
  access: BlueskyAccess,
  { credentials, key, signal }: Pick<NewPost, 'credentials' | 'key' | 'signal'>,
): Promise<PublishedPost | undefined> {
  const session = readSession(credentials)
  const rkey = recordKeyOf(key)
  const query = new URLSearchParams({ repo: session.did, collection: postCollection, rkey })
  const url = `${session.pds}/xrpc/com.atproto.repo.getRecord?${query}`
  const { status, body } = await requestChannel(access, { url, signal })
  if (status === 200) return publishedPost(session, rkey)
  if (errorIn(body) === 'RecordNotFound') return undefined
  throw new ChannelFailed('unavailable', 'The server of the account does not answer as Bluesky.')
}

function publishedPost({ did }: Session, rkey: string): PublishedPost {
  return {
    id: `at://${did}/${postCollection}/${rkey}`,
    url: `https://bsky.app/profile/${did}/post/${rkey}`,
  }
}

function refusalOf({ status, body }: OutsideResponse): ChannelFailed {
  if (status === 401 || status === 403) return new ChannelFailed('reconnect', reconnectText)
  const code = errorIn(body)
  const isTooLarge = status === 413 || code === 'BlobTooLarge' || code === 'PayloadTooLarge'
  return new ChannelFailed(
    'refused',
    isTooLarge
      ? 'A picture or video is too large for the server of the account.'
      : 'Bluesky refused the post.',
  )
}
