import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { product } from '@gridloom/contract/core/product'
import {
  fetchOutside,
  type OutsideResponse,
  OutsideTooLarge,
} from '../../../../platform/outbound/fetch-outside.ts'
import { type Outside, OutsideFailed } from '../../../../platform/outbound/outside.ts'
import { ChannelFailed } from '../driver.ts'
import { retryAtOf } from './retry-at.ts'

/** What a driver reaches a channel with. */
export interface ChannelAccess {
  readonly outside: Outside
  readonly clock: Clock
  /** The channel's name for texts. */
  readonly name: string
}

export interface ChannelRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Posted; otherwise the URL is read. Fields become a form, other objects with `json` JSON. */
  readonly body?: URLSearchParams | { readonly json: unknown } | Uint8Array
  readonly bytesMax?: number
  /** `write`: a request that was sent and not answered may have been carried out, and fails as `unclear`. */
  readonly effect?: 'read' | 'write'
  readonly signal: AbortSignal
}

const callMs = 15_000
const answerBytesMax = 512 * 1024

/**
 * Sends one request to a channel by the rules for outgoing requests. Returns any response but those of overload and failure.
 * @throws ChannelFailed `rate_limited` for 429, `unavailable` for 5xx and without a response, `unclear` where a write has none
 */
export async function requestChannel(
  access: ChannelAccess,
  request: ChannelRequest,
): Promise<OutsideResponse> {
  const response = await send(access, request)
  const { status, headers } = response
  if (status === 429) {
    const retryAt = retryAtOf(headers, access.clock.now())
    throw new ChannelFailed('rate_limited', `${access.name} asks for a pause.`, { retryAt })
  }
  if (status < 500) return response
  const isUnclear = request.effect === 'write' && status !== 503
  throw isUnclear
    ? new ChannelFailed('unclear', `${access.name} failed while it published the post.`)
    : new ChannelFailed('unavailable', `${access.name} has a problem (status ${status}).`)
}

async function send(
  { outside, clock, name }: ChannelAccess,
  { url, headers, body, bytesMax = answerBytesMax, effect = 'read', signal }: ChannelRequest,
): Promise<OutsideResponse> {
  const { mime, bytes } = encoded(body)
  try {
    return await withDeadline(clock, { ms: callMs, signal }, (limited) =>
      fetchOutside(outside, {
        ...{ url, bytesMax, signal: limited },
        method: bytes === undefined ? 'GET' : 'POST',
        headers: { accept: 'application/json', 'user-agent': product.name, ...mime, ...headers },
        ...(bytes !== undefined && { body: bytes }),
      }),
    )
  } catch (cause) {
    throw failed(name, effect, cause)
  }
}

function encoded(body: ChannelRequest['body']): {
  mime: Record<string, string>
  bytes?: string | Uint8Array
} {
  if (body === undefined) return { mime: {} }
  if (body instanceof URLSearchParams)
    return { mime: { 'content-type': 'application/x-www-form-urlencoded' }, bytes: String(body) }
  if (body instanceof Uint8Array) return { mime: {}, bytes: body }
  return { mime: { 'content-type': 'application/json' }, bytes: JSON.stringify(body.json) }
}

function failed(name: string, effect: 'read' | 'write', cause: unknown): ChannelFailed {
  if (cause instanceof OutsideTooLarge) {
    const text = `${name} sent a response that is too large.`
    return new ChannelFailed(effect === 'write' ? 'unclear' : 'unavailable', text, { cause })
  }
  if (!(cause instanceof OutsideFailed)) throw cause
  if (cause.failure === 'address_refused')
    return new ChannelFailed('refused', `The address of ${name} is not a public one.`, { cause })
  const wasSent = !neverSent.has(cause.failure)
  if (effect === 'write' && wasSent)
    return new ChannelFailed('unclear', `${name} did not answer.`, { cause })
  return new ChannelFailed('unavailable', `${name} can't be reached now.`, { cause })
}

/** Failures before the first byte of a request. */
const neverSent: ReadonlySet<OutsideFailed['failure']> = new Set([
  ...(['unknown_host', 'connection_failed', 'tls_failed'] as const),
])
