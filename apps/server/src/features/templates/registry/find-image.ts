import { createHash } from 'node:crypto'
import type { Refused } from '@gridloom/contract/errors'
import type { OutsideResponse } from '../../../platform/outbound/fetch-outside.ts'
import { parsedJson } from './bearer-token.ts'
import type { RegistryGet } from './connect-registry.ts'
import { registryFailed, statusFailed } from './failures.ts'
import {
  type FoundImage,
  type FoundIndex,
  manifestTypes,
  Platform,
  platformName,
  readManifest,
} from './manifest.ts'
import { answerChallenge, imageNotFound, type SignedIn, type SignInPlace } from './sign-in.ts'

/** Registries accept manifests of at most 4 MiB. */
const documentBytesMax = 4 * 1024 * 1024

/** An image that the registry has. */
export interface ImageFacts {
  digest: string
  sizeBytes: number
  platforms: string[]
  /** The user whose login was accepted, possibly only for this; `null`: none was needed. */
  username: string | null
}

/** Reads what a registry says of an image. @throws Refused `image_not_found`, `registry_refused`, `registry_failed` */
export async function findImage(place: SignInPlace, signedIn: SignedIn): Promise<ImageFacts> {
  const { reference } = place.address
  const asked = reference.startsWith('sha256:') ? reference : undefined
  const get: RegistryGet = documentAt(`manifests/${reference}`, place)
  let session = signedIn
  let response = await place.connection.get(get, session.authorization)
  // A registry that asks for nothing at /v2/ may do so here.
  if (response.status === 401 && session.authorization === undefined) {
    session = await answerChallenge(place, response)
    if (session.authorization !== undefined)
      response = await place.connection.get(get, session.authorization)
  }
  const digest = checkedDigest(place, response, asked)
  const found = manifestOf(place, response)
  const image = found.kind === 'image' ? found : await firstOf(place, session, found)
  const named = found.kind === 'index' ? found.platforms : []
  const platforms = named.length > 0 ? named : [await platformOf(place, session, image)]
  return { digest, sizeBytes: image.sizeBytes, platforms, username: session.username }
}

async function firstOf(
  place: SignInPlace,
  { authorization }: SignedIn,
  { first }: FoundIndex,
): Promise<FoundImage> {
  const get = documentAt(`manifests/${first}`, place)
  const response = await place.connection.get(get, authorization)
  checkedDigest(place, response, first)
  const found = manifestOf(place, response)
  if (found.kind === 'image') return found
  throw registryFailed(place.address.registry, 'its indexes contain indexes')
}

async function platformOf(
  place: SignInPlace,
  { authorization }: SignedIn,
  { config }: FoundImage,
): Promise<string> {
  const get = documentAt(`blobs/${config}`, place)
  const response = await place.connection.get(get, authorization)
  checkedDigest(place, response, config)
  const platform = Platform.safeParse(parsedJson(response.body))
  if (platform.success) return platformName(platform.data)
  throw registryFailed(place.address.registry, 'the configuration of the image is malformed')
}

function documentAt(path: string, { address }: SignInPlace): RegistryGet {
  return {
    path: `/v2/${address.repository}/${path}`,
    accept: manifestTypes,
    bytesMax: documentBytesMax,
    redirects: 'follow',
  }
}

/** Returns the digest of a response with status 200, which must be the one that was asked for. */
function checkedDigest(
  { address }: SignInPlace,
  { status, body }: OutsideResponse,
  asked: string | undefined,
): string {
  if (status === 404 || status === 401 || status === 403) throw imageNotFound(address)
  if (status !== 200) throw statusFailed(address.registry, status)
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`
  if (asked === undefined || asked === digest) return digest
  throw registryFailed(
    address.registry,
    'what it sends does not have the digest that was asked for',
  )
}

function manifestOf({ address }: SignInPlace, { body }: OutsideResponse) {
  const found = readManifest(parsedJson(body))
  if (typeof found !== 'string') return found
  const failure: Refused = registryFailed(address.registry, found)
  throw failure
}
