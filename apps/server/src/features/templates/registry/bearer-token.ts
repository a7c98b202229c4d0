import { z } from 'zod'
import type { OutsideResponse } from '../../../platform/outbound/fetch-outside.ts'
import type { Challenge } from './challenges.ts'
import { registryFailed, statusFailed } from './failures.ts'

/** A login of a user at a registry. */
export interface Login {
  username: string
  password: string
}

/** Gets a URL with headers; rejects with `Refused` where there is no response. */
export type GetToken = (url: URL, headers: Record<string, string>) => Promise<OutsideResponse>

export interface TokenRequest {
  registry: string
  challenge: Challenge
  /** Such as `repository:library/debian:pull`; `undefined` asks for nothing but to be known. */
  scope: string | undefined
  login: Login | undefined
}

/** A token is sent as a header: printable letters without spaces. */
const Token = z.string().regex(/^[\x21-\x7e]{1,16384}$/)
const TokenAnswer = z.union([
  z.object({ token: Token }).transform(({ token }) => token),
  z.object({ access_token: Token }).transform(({ access_token }) => access_token),
])

/**
 * Gets a token from the service that a registry names, as Docker does. `refused`: the service gives none to this login, or
 * none without one. The login goes to the service alone, and only over https. Source: distribution/spec, auth/token.
 * @throws Refused `registry_failed`
 */
export async function bearerToken(
  get: GetToken,
  request: TokenRequest,
): Promise<{ token: string } | 'refused'> {
  const { registry, login } = request
  const headers: Record<string, string> =
    login === undefined ? {} : { authorization: basicAuthorization(login) }
  const { status, body } = await get(tokenUrl(request), headers)
  if (status === 401 || status === 403) return 'refused'
  if (status !== 200) throw statusFailed(registry, status, 'its token service')
  const answer = TokenAnswer.safeParse(parsedJson(body))
  if (!answer.success) throw registryFailed(registry, 'its token service answered with no token')
  return { token: answer.data }
}

/** The header of a login. Source: RFC 7617. */
export function basicAuthorization({ username, password }: Login): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** Returns the parsed JSON; `undefined` for bytes that are none. */
export function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // @NOTE what is no JSON fails the schema that the caller parses it with
    return undefined
  }
}

function tokenUrl({ registry, challenge, scope, login }: TokenRequest): URL {
  const { realm = '', service } = challenge.parameters
  const url = URL.parse(realm)
  if (url?.protocol !== 'https:')
    throw registryFailed(registry, 'its token service is not an https address')
  if (service !== undefined) url.searchParams.set('service', service)
  if (scope !== undefined) url.searchParams.set('scope', scope)
  if (login !== undefined) url.searchParams.set('account', login.username)
  return url
}
