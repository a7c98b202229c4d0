import { Resolver } from 'node:dns/promises'
import { z } from 'zod'
import type { OutsideResponse } from '../../../../platform/outbound/fetch-outside.ts'
import { ChannelFailed } from '../driver.ts'
import { readAnswer } from '../outgoing/read-answer.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import type { BlueskyAccess } from './access.ts'

/** An account of the network. Its DID stays, while handle and server may change. */
export interface Identity {
  readonly did: string
  /** Verified both ways; null where the document names none, or one that does not point back. */
  readonly handle: string | null
  /** The server that its posts are on, without a path. */
  readonly pds: string
}

const didShape = /^did:(?:plc:[a-z2-7]{24}|web:[a-zA-Z0-9.-]{3,253}(?:%3A\d{1,5})?)$/
const handleShape =
  /^(?=.{3,253}$)(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/
const documentBytesMax = 64 * 1024

const Document = z.object({
  id: z.string(),
  alsoKnownAs: z.array(z.string()).max(100).default([]),
  service: z
    .array(z.object({ id: z.string(), type: z.string(), serviceEndpoint: z.unknown() }))
    .max(100)
    .default([]),
})

/**
 * Finds the account of a handle or DID, or undefined where there is none. Source: atproto.com, "Handle" and "DID".
 * @throws ChannelFailed
 */
export async function findIdentity(
  access: BlueskyAccess,
  account: string,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  const name = account.trim().replace(/^@/, '')
  if (didShape.test(name)) return readIdentity(access, name, signal)
  if (!handleShape.test(name))
    throw new ChannelFailed('refused', 'Enter a handle such as ada.bsky.social.')
  const did = await didOfHandle(access, name.toLowerCase(), signal)
  return did === undefined ? undefined : readIdentity(access, did, signal)
}

/** Reads an account by its DID; undefined where it is deleted. @throws ChannelFailed */
export async function readIdentity(
  access: BlueskyAccess,
  did: string,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  if (!didShape.test(did)) throw new ChannelFailed('refused', 'Bluesky names no valid account.')
  const url = documentUrl(access, did)
  const { status, body } = await requestChannel(access, { url, bytesMax: documentBytesMax, signal })
  if (status === 404 || status === 410) return undefined
  if (status !== 200) throw new ChannelFailed('unavailable', 'The account can’t be looked up now.')
  const document = readAnswer(access.name, body, Document)
  const pds = serverOf(document)
  if (document.id !== did || pds === undefined)
    throw new ChannelFailed('refused', 'The account has no server that posts are on.')
  return { did, pds, handle: await handleOf(access, document, signal) }
}

function documentUrl({ plcUrl, webOrigin }: BlueskyAccess, did: string): string {
  if (did.startsWith('did:plc:')) return `${plcUrl}/${did}`
  return `${webOrigin(decodeURIComponent(did.slice('did:web:'.length)))}/.well-known/did.json`
}

function serverOf({ id, service }: z.infer<typeof Document>): string | undefined {
  const found = service.find(
    (one) =>
      one.type === 'AtprotoPersonalDataServer' &&
      (one.id === '#atproto_pds' || one.id === `${id}#atproto_pds`),
  )
  const url = typeof found?.serviceEndpoint === 'string' ? URL.parse(found.serviceEndpoint) : null
  return url?.pathname === '/' && url.search === '' ? url.origin : undefined
}

async function handleOf(
  access: BlueskyAccess,
  { id, alsoKnownAs }: z.infer<typeof Document>,
  signal: AbortSignal,
): Promise<string | null> {
  const named = alsoKnownAs.find((name) => name.startsWith('at://'))?.slice('at://'.length)
  if (named === undefined || !handleShape.test(named)) return null
  const handle = named.toLowerCase()
  return (await didOfHandle(access, handle, signal)) === id ? handle : null
}

/** By a DNS record, or else by a document of the host. Anybody's name is asked, so that nothing it does is a failure. */
async function didOfHandle(
  access: BlueskyAccess,
  handle: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (access.handleResolverUrl !== null) return resolvedHandle(access, handle, signal)
  const records = await access.readTexts(`_atproto.${handle}`).catch(() => [])
  const dids = records.map((parts) => parts.join('')).filter((text) => text.startsWith('did='))
  if (dids.length > 1) return undefined
  const [record] = dids
  if (record !== undefined) return validDid(record.slice('did='.length))
  const url = `${access.webOrigin(handle)}/.well-known/atproto-did`
  const { status, body } = (await askHost(access, url, signal)) ?? {}
  return status === 200 ? validDid(body?.toString('utf8').trim()) : undefined
}

const Resolved = z.object({ did: z.string() })

async function resolvedHandle(
  access: BlueskyAccess,
  handle: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const query = new URLSearchParams({ handle })
  const url = `${access.handleResolverUrl}/xrpc/com.atproto.identity.resolveHandle?${query}`
  const { status, body } = await requestChannel(access, { url, bytesMax: 2_048, signal })
  return status === 200 ? validDid(readAnswer(access.name, body, Resolved).did) : undefined
}

async function askHost(
  access: BlueskyAccess,
  url: string,
  signal: AbortSignal,
): Promise<OutsideResponse | undefined> {
  try {
    return await requestChannel(access, { url, bytesMax: 2_048, signal })
  } catch (error) {
    // @NOTE a host that does not answer vouches for no account
    if (error instanceof ChannelFailed) return undefined
    throw error
  }
}

function validDid(text: string | undefined): string | undefined {
  return text !== undefined && didShape.test(text) ? text : undefined
}

/** Reads the texts of a name from name servers; the hosts file of this computer does not count. */
export function readTextRecords(name: string): Promise<string[][]> {
  return new Resolver({ timeout: 2_000, tries: 2 }).resolveTxt(name)
}
