import { Refused } from '@gridloom/contract/errors'
import type { ImageAddress } from '@gridloom/domain/image-address'
import type { OutsideResponse } from '../../../platform/outbound/fetch-outside.ts'
import { basicAuthorization, bearerToken, type GetToken, type Login } from './bearer-token.ts'
import { type Challenge, readChallenges } from './challenges.ts'
import type { RegistryConnection } from './connect-registry.ts'
import { registryFailed, statusFailed } from './failures.ts'

const pingBytesMax = 16 * 1024
const tokenBytesMax = 64 * 1024

/** How a registry is asked from now on. */
export interface SignedIn {
  authorization: string | undefined
  /** The user whose login was accepted; `null`: the registry asks without one. */
  username: string | null
}

/** A connection, and what is asked of it. */
export interface SignInPlace {
  connection: RegistryConnection
  address: ImageAddress
  login: Login | undefined
}

const signedOut: SignedIn = { authorization: undefined, username: null }

/**
 * Signs in at a registry the way it asks for at `/v2/`. Source: distribution/spec, "API version check".
 * @throws Refused `registry_refused` where the login is not accepted; `image_not_found` where nobody without a login may
 * see the image; `registry_failed`
 */
export async function signIn(place: SignInPlace): Promise<SignedIn> {
  const { connection, address } = place
  const ping = await connection.get({ path: '/v2/', bytesMax: pingBytesMax, redirects: 'refuse' })
  if (ping.status === 401) return answerChallenge(place, ping)
  // A registry in front of others redirects, and asks for a login where it leads, if at all.
  if (ping.status < 400) return signedOut
  if (ping.status !== 404) throw statusFailed(address.registry, ping.status)
  throw registryFailed(address.registry, 'it has nothing at /v2/')
}

/** Answers a response that asks for authentication; see {@link signIn}. */
export async function answerChallenge(
  place: SignInPlace,
  { headers }: OutsideResponse,
): Promise<SignedIn> {
  const challenges = readChallenges(headers['www-authenticate'])
  const known = challenges.find(({ scheme }) => scheme === 'bearer' || scheme === 'basic')
  if (known?.scheme === 'bearer') return signInWithToken(place, known)
  if (known?.scheme === 'basic') return signInWithPassword(place)
  throw registryFailed(place.address.registry, 'it asks for an unknown way to sign in')
}

async function signInWithPassword({ connection, address, login }: SignInPlace): Promise<SignedIn> {
  if (login === undefined) return signedOut
  const authorization = basicAuthorization(login)
  const request = { path: '/v2/', bytesMax: pingBytesMax, redirects: 'refuse' } as const
  const { status } = await connection.get(request, authorization)
  if (status === 401 || status === 403) throw loginRefused(address)
  if (status >= 400) throw statusFailed(address.registry, status)
  return { authorization, username: login.username }
}

async function signInWithToken(place: SignInPlace, challenge: Challenge): Promise<SignedIn> {
  const { connection, address, login } = place
  const { registry, repository } = address
  const get: GetToken = (url, headers) => connection.getElsewhere(url, headers, tokenBytesMax)
  const scope = `repository:${repository}:pull`
  const given = await bearerToken(get, { registry, challenge, scope, login })
  if (given !== 'refused')
    return { authorization: `Bearer ${given.token}`, username: login?.username ?? null }
  if (login === undefined) throw imageNotFound(address)
  // Some services refuse the image, and some the login: one that is known gets a token for nothing.
  const known = await bearerToken(get, { registry, challenge, scope: undefined, login })
  throw known === 'refused' ? loginRefused(address) : imageNotFound(address)
}

function loginRefused({ registry }: ImageAddress): Refused {
  return new Refused('registry_refused', { details: { registry } })
}

/** The failure for an image that the registry does not have, or does not show to this login. */
export function imageNotFound({ registry, repository, reference }: ImageAddress): Refused {
  const image = `${repository}${reference.includes(':') ? '@' : ':'}${reference}`
  return new Refused('image_not_found', { details: { registry, image } })
}
