import type { OutsideResponse } from '../../../../platform/outbound/fetch-outside.ts'
import { jsonOf } from '../outgoing/read-answer.ts'
import {
  type ChannelAccess,
  type ChannelRequest,
  requestChannel,
} from '../outgoing/request-channel.ts'
import { hashOf, type SigningKey, signToken, verifyingKeyOf } from './signed-token.ts'

export type BoundCall = (
  request: ChannelRequest & { readonly accessToken?: string },
) => Promise<OutsideResponse>

/**
 * Calls that prove possession of a key (DPoP, RFC 9449). Servers demand nonces of their own making in the proofs: the first
 * call to a server learns one and is sent again, which is safe as it was refused before anything was done. The nonces live
 * as long as the returned function.
 */
export function boundCalls(access: ChannelAccess, key: SigningKey): BoundCall {
  const nonces = new Map<string, string>()

  async function send(request: Parameters<BoundCall>[0]): Promise<OutsideResponse> {
    const { accessToken, headers, ...rest } = request
    const { origin, pathname } = new URL(request.url)
    const nonce = nonces.get(origin)
    const dpop = signToken(key, {
      header: { typ: 'dpop+jwt', jwk: verifyingKeyOf(key) },
      claims: {
        htm: request.body === undefined ? 'GET' : 'POST',
        htu: `${origin}${pathname}`,
        ...(nonce !== undefined && { nonce }),
        ...(accessToken !== undefined && { ath: hashOf(accessToken) }),
      },
      now: access.clock.now(),
    })
    const bearer = accessToken !== undefined && { authorization: `DPoP ${accessToken}` }
    const response = await requestChannel(access, {
      ...rest,
      headers: { ...headers, dpop, ...bearer },
    })
    const next = response.headers['dpop-nonce']
    if (typeof next === 'string') nonces.set(origin, next)
    return response
  }

  return async (request) => {
    const response = await send(request)
    return demandsNonce(response) ? send(request) : response
  }
}

function demandsNonce({ status, headers, body }: OutsideResponse): boolean {
  if (headers['dpop-nonce'] === undefined || (status !== 400 && status !== 401)) return false
  if (/error="use_dpop_nonce"/.test(headers['www-authenticate'] ?? '')) return true
  const answer = jsonOf(body)
  return typeof answer === 'object' && answer !== null && 'error' in answer
    ? answer.error === 'use_dpop_nonce'
    : false
}
