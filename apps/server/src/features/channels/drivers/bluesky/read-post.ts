import { linksIn } from '@gridloom/domain/posts/links-in'
import { z } from 'zod'
import { ChannelFailed, type PublicPost } from '../driver.ts'
import { cleanLinks, cleanText } from '../outgoing/clean-text.ts'
import { jsonOf, readAnswer } from '../outgoing/read-answer.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import type { BlueskyAccess } from './access.ts'
import { findIdentity, type Identity } from './identity.ts'
import { postCollection } from './post-record.ts'
import { errorIn } from './session.ts'

/** A post by the account and its own key. */
interface PostPlace {
  readonly account: string
  readonly rkey: string
}

/** Far more than a post may have; a server of a stranger can say anything. */
const linkedCharsMax = 10_000

const Post = z.object({
  value: z.object({
    text: z.string(),
    createdAt: z.string().optional(),
    facets: z
      .array(z.object({ features: z.array(z.object({ uri: z.string().optional() })).max(20) }))
      .max(200)
      .optional()
      .catch(undefined),
    embed: z
      .object({ external: z.object({ uri: z.string() }).optional() })
      .optional()
      .catch(undefined),
  }),
})

/** Reads a post from the server of its author, which needs no credentials. @throws ChannelFailed */
export async function readPost(
  access: BlueskyAccess,
  url: URL,
  signal: AbortSignal,
): Promise<PublicPost | 'gone'> {
  const place = placeOf(url)
  if (place === undefined)
    throw new ChannelFailed('refused', 'This is not the address of a post on Bluesky.')
  const author = await authorOf(access, place, signal)
  if (author === undefined) return 'gone'
  const { did, pds } = author
  const query = new URLSearchParams({ repo: did, collection: postCollection, rkey: place.rkey })
  const at = `${pds}/xrpc/com.atproto.repo.getRecord?${query}`
  const response = await requestChannel(access, { url: at, signal }).catch(
    async (error: unknown) => {
      // Servers ask others about accounts that they have no more, and fail if those do not answer.
      if (await isGone(access, author, signal)) return undefined
      throw error
    },
  )
  if (response === undefined) return 'gone'
  const { status, body } = response
  if (status === 200) return publicPost(readAnswer(access.name, body, Post), did, place.rkey)
  if (goneErrors.has(errorIn(body) ?? '') || (await isGone(access, author, signal))) return 'gone'
  throw new ChannelFailed('unavailable', 'The server of the account does not show the post now.')
}

const RepoStatus = z.object({ active: z.boolean() })

/** Whether the account was deleted, deactivated or taken down, by what its server says of it. */
async function isGone(
  access: BlueskyAccess,
  { did, pds }: Identity,
  signal: AbortSignal,
): Promise<boolean> {
  const url = `${pds}/xrpc/com.atproto.sync.getRepoStatus?${new URLSearchParams({ did })}`
  try {
    const { status, body } = await requestChannel(access, { url, signal })
    if (status === 200) return RepoStatus.safeParse(jsonOf(body)).data?.active === false
    return goneErrors.has(errorIn(body) ?? '')
  } catch (error) {
    // @NOTE unknown is not gone
    if (error instanceof ChannelFailed) return false
    throw error
  }
}

const goneErrors: ReadonlySet<string> = new Set([
  ...['RecordNotFound', 'RepoNotFound', 'RepoTakendown', 'RepoDeactivated', 'RepoSuspended'],
  ...['AccountTakedown', 'AccountDeactivated', 'AccountSuspended', 'AccountNotFound'],
])

/** `https://bsky.app/profile/ACCOUNT/post/KEY`, or `at://ACCOUNT/app.bsky.feed.post/KEY`. */
function placeOf(url: URL): PostPlace | undefined {
  const [first = '', second = '', third = '', rkey = ''] = url.pathname.slice(1).split('/')
  const isSite = url.protocol === 'https:' && /^(?:www\.)?bsky\.app$/.test(url.hostname)
  if (isSite && first === 'profile' && third === 'post') return placeFrom(second, rkey)
  const isRecord = url.protocol === 'at:' && first === postCollection
  return isRecord ? placeFrom(url.hostname, second) : undefined
}

function placeFrom(account: string, rkey: string): PostPlace | undefined {
  if (!/^[a-zA-Z0-9._:~-]{1,100}$/.test(rkey) || !/^[a-zA-Z0-9.%:-]{1,300}$/.test(account))
    return undefined
  // An address that says `did%3Aplc%3A…` means the same account.
  return { account: account.replaceAll(/%3a/gi, ':'), rkey }
}

/** A DID that was deleted has no posts. A handle that leads nowhere may have been changed, which says nothing of the post. */
async function authorOf(
  access: BlueskyAccess,
  { account }: PostPlace,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  const author = await findIdentity(access, account, signal)
  if (author !== undefined || account.startsWith('did:')) return author
  throw new ChannelFailed('unavailable', 'The handle in the address leads to no account now.')
}

function publicPost({ value }: z.infer<typeof Post>, did: string, rkey: string): PublicPost {
  const published = Date.parse(value.createdAt ?? '')
  const inFacets = (value.facets ?? []).flatMap(({ features }) => features.map(({ uri }) => uri))
  const links = [
    ...inFacets,
    value.embed?.external?.uri,
    ...linksIn(value.text.slice(0, linkedCharsMax)).map(({ url }) => url),
  ]
  return {
    url: `https://bsky.app/profile/${did}/post/${rkey}`,
    authorId: did,
    text: cleanText(value.text),
    links: cleanLinks(links.filter((link) => link !== undefined)),
    publishedAt: Number.isNaN(published) ? null : new Date(published),
  }
}
