import { plainText } from '@gridloom/contract/core/plain-text'
import type { StreamedBody } from '../../../../platform/outbound/open-outside.ts'
import {
  ChannelFailed,
  type NewPost,
  type PostAttachment,
  type PublishedPost,
  type Publishing,
} from '../driver.ts'
import { readHtml } from '../outgoing/html-page.ts'
import type { DriverResponse } from '../outgoing/outside-requests.ts'
import { MastodonCredentials } from './connect-mastodon.ts'
import type { MastodonParts } from './mastodon-parts.ts'
import { jsonBytesMax } from './mastodon-request.ts'
import {
  Media,
  parseJson,
  reasonOf,
  type Status,
  Statuses,
  Status as StatusShape,
} from './schemas.ts'
import { mastodonLimits } from './server-limits.ts'

const mediaLookEveryMs = 1_000
/** A server that has not processed a file after so many looks is busy: the post is tried again later. */
const mediaLooksMax = 180
const pageSize = 40

export function publishToMastodon(parts: MastodonParts): Publishing {
  return {
    limits: mastodonLimits,
    publish: (post) => publish(parts, post),
    find: (post) => find(parts, post),
  }
}

async function publish(parts: MastodonParts, post: NewPost): Promise<PublishedPost> {
  const { origin, token } = MastodonCredentials.parse(post.credentials)
  const media: string[] = []
  for (const attachment of post.attachments)
    media.push(await upload(parts, { origin, token, attachment, signal: post.signal }))
  const response = await parts.requests.send({
    ...{ url: new URL('/api/v1/statuses', origin), effect: 'publish' },
    headers: {
      ...bearer(token),
      'content-type': 'application/json',
      // The server answers a second attempt within the hour with the status of the first one.
      'idempotency-key': post.key,
    },
    body: JSON.stringify({ status: post.text, media_ids: media, visibility: 'public' }),
    ...{ bytesMax: jsonBytesMax, signal: post.signal },
  })
  refuseUnless(response, [200])
  return publishedOf(origin, statusOf(response))
}

/** The post is published: an answer that cannot be read leaves unclear which one it is. */
function statusOf(response: DriverResponse): Status {
  try {
    return parseJson(StatusShape, response)
  } catch (cause) {
    throw new ChannelFailed('unclear', 'Its answer makes no sense.', { cause })
  }
}

interface Upload {
  readonly origin: string
  readonly token: string
  readonly attachment: PostAttachment
  readonly signal: AbortSignal
}

/**
 * Uploads a file. One that no post uses, as after a crash, is deleted by the server after some hours. Source:
 * docs.joinmastodon.org/methods/media: 202 and 206 mean that the file is still being processed.
 */
async function upload(parts: MastodonParts, given: Upload): Promise<string> {
  const { origin, token, attachment, signal } = given
  const boundary = `gridloom-${parts.ids.label()}`
  const response = await parts.requests.send({
    url: new URL('/api/v2/media', origin),
    headers: { ...bearer(token), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: multipart(boundary, attachment),
    ...{ bytesMax: jsonBytesMax, signal },
  })
  refuseUnless(response, [200, 202])
  const { id } = parseJson(Media, response)
  let { status } = response
  for (let looks = 0; status !== 200; looks += 1) {
    if (looks === mediaLooksMax)
      throw new ChannelFailed('unavailable', 'It is still processing the media.')
    await parts.clock.sleep(mediaLookEveryMs, signal)
    const look = await parts.requests.send({
      ...{
        url: new URL(`/api/v1/media/${encodeURIComponent(id)}`, origin),
        headers: bearer(token),
      },
      ...{ bytesMax: jsonBytesMax, signal },
    })
    refuseUnless(look, [200, 206])
    status = look.status
  }
  return id
}

function multipart(boundary: string, { mime, bytes, text, pieces }: PostAttachment): StreamedBody {
  const head = Buffer.from(
    [
      `--${boundary}`,
      'content-disposition: form-data; name="description"',
      '',
      plainText(text, 1_500),
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="file"',
      `content-type: ${mime.replace(/[^\w/+.-]/g, '')}`,
      '',
      '',
    ].join('\r\n'),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    bytes: head.length + bytes + tail.length,
    async *pieces() {
      yield head
      yield* pieces()
      yield tail
    },
  }
}

/** Looks through what the account published since the first attempt, newest first. */
async function find(
  { requests }: MastodonParts,
  { credentials, text, since, signal }: NewPost,
): Promise<PublishedPost | undefined> {
  const { origin, accountId } = MastodonCredentials.parse(credentials)
  const url = new URL(`/api/v1/accounts/${encodeURIComponent(accountId)}/statuses`, origin)
  url.search = `?limit=${pageSize}&exclude_reblogs=true`
  // Without the token: its scopes do not include reading.
  const headers = { accept: 'application/json' }
  const response = await requests.send({ url, headers, bytesMax: 4 * jsonBytesMax, signal })
  refuseUnless(response, [200])
  const found = parseJson(Statuses, response).find(
    (status) =>
      Date.parse(status.created_at) >= since.getTime() &&
      comparable(readHtml(status.content, url).text) === comparable(text),
  )
  return found && publishedOf(origin, found)
}

/** Servers shorten mentions and change white space. */
function comparable(text: string): string {
  return plainText(text)
    .replace(/@[\w.-]+(?:@[\w.-]+)?/g, '@')
    .replace(/\s+/g, ' ')
    .trim()
}

function publishedOf(origin: string, { id, url, uri, account }: Status): PublishedPost {
  const named = [url ?? '', uri].map((one) => URL.parse(one))
  const own = named.find((one) => one?.origin === origin)
  const path = `/@${encodeURIComponent(account.username)}/${encodeURIComponent(id)}`
  return { id, url: (own ?? new URL(path, origin)).href }
}

function refuseUnless(response: DriverResponse, statuses: readonly number[]): void {
  const { status } = response
  if (statuses.includes(status)) return
  if (status === 401) throw new ChannelFailed('reconnect', 'It no longer accepts the access.')
  const reason = plainText(reasonOf(response), 200).trim()
  const text = reason === '' ? `It answers with status ${status}.` : `It says: ${reason}`
  throw new ChannelFailed('refused', text)
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, accept: 'application/json' }
}
