import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { product } from '@gridloom/contract/core/product'
import {
  fetchOutside,
  type OutsideResponse,
  OutsideTooLarge,
} from '../../../../platform/outbound/fetch-outside.ts'
import type { StreamedBody } from '../../../../platform/outbound/open-outside.ts'
import {
  type Outside,
  OutsideFailed,
  type OutsideFailure,
} from '../../../../platform/outbound/outside.ts'
import { ChannelFailed } from '../driver.ts'
import { retryAtOf, statedRetryAt } from './retry-at.ts'

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
  /** Posted; otherwise the URL is read. Fields become a form, other objects with `json` JSON, the rest stays as it is. */
  readonly body?: URLSearchParams | { readonly json: unknown } | Uint8Array | StreamedBody | string
  readonly bytesMax?: number
  /** What a response that is too large means: a mistake of the channel, or a document that is not accepted. */
  readonly tooLarge?: 'unavailable' | 'refused'
  /**
   * `write`: a request that was sent and not answered may have been carried out, and fails as `unclear`. `proxied_write`:
   * so does one that is answered with 503, which the proxy in front of a server may send for what the server did.
   */
  readonly effect?: 'read' | 'write' | 'proxied_write'
  /** 15 seconds by default; `null`: as long as the signal allows. */
  readonly ms?: number | null
  readonly signal: AbortSignal
}

type Effect = NonNullable<ChannelRequest['effect']>

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
  const { name, clock } = access
  if (status === 429) {
    const retryAt = retryAtOf(headers, clock.now())
    throw new ChannelFailed('rate_limited', `${name} asks for a pause.`, { retryAt })
  }
  if (status < 500) return response
  const { effect = 'read' } = request
  if (effect !== 'read' && (status !== 503 || effect === 'proxied_write'))
    throw new ChannelFailed('unclear', `${name} failed while it published the post.`)
  const retryAt = statedRetryAt(headers, clock.now())
  throw new ChannelFailed('unavailable', `${name} has a problem (status ${status}).`, { retryAt })
}

async function send(
  { outside, clock, name }: ChannelAccess,
  { url, headers, body, bytesMax = answerBytesMax, signal, ...request }: ChannelRequest,
): Promise<OutsideResponse> {
  const { effect = 'read', tooLarge = 'unavailable', ms = callMs } = request
  const { mime, bytes } = encoded(body)
  const fetched = (limited: AbortSignal) =>
    fetchOutside(outside, {
      ...{ url, bytesMax, signal: limited },
      method: bytes === undefined ? 'GET' : 'POST',
      headers: { ...usualHeaders, ...mime, ...headers },
      ...(bytes !== undefined && { body: bytes }),
    })
  try {
    if (ms === null) return await fetched(signal)
    return await withDeadline(clock, { ms, signal }, fetched)
  } catch (cause) {
    if (cause instanceof OutsideTooLarge)
      throw tooLargeOf({ name, effect, tooLarge, bytesMax, cause })
    if (cause instanceof OutsideFailed) throw failedOf(name, effect, cause)
    throw cause
  }
}

const usualHeaders = {
  accept: 'application/json',
  // Responses are not decompressed.
  'accept-encoding': 'identity',
  'user-agent': product.name,
}

function encoded(body: ChannelRequest['body']): {
  mime: Record<string, string>
  bytes?: string | Uint8Array | StreamedBody
} {
  if (body === undefined) return { mime: {} }
  if (body instanceof URLSearchParams)
    return { mime: { 'content-type': 'application/x-www-form-urlencoded' }, bytes: String(body) }
  if (typeof body === 'string' || body instanceof Uint8Array || 'pieces' in body)
    return { mime: {}, bytes: body }
  return { mime: { 'content-type': 'application/json' }, bytes: JSON.stringify(body.json) }
}

interface TooLarge extends Required<Pick<ChannelRequest, 'effect' | 'tooLarge' | 'bytesMax'>> {
  readonly name: string
  readonly cause: OutsideTooLarge
}

function tooLargeOf({ name, effect, tooLarge, bytesMax, cause }: TooLarge): ChannelFailed {
  const text = `${name} sent more than ${Math.round(bytesMax / 1_000)} KB.`
  return new ChannelFailed(effect === 'read' ? tooLarge : 'unclear', text, { cause })
}

function failedOf(name: string, effect: Effect, cause: OutsideFailed): ChannelFailed {
  const { failure } = cause
  const text = failureTexts[failure](name)
  if (failure === 'address_refused') return new ChannelFailed('refused', text, { cause })
  const isUnclear = effect !== 'read' && !neverSent.has(failure)
  return new ChannelFailed(isUnclear ? 'unclear' : 'unavailable', text, { cause })
}

const failureTexts: Readonly<Record<OutsideFailure, (name: string) => string>> = {
  address_refused: (name) => `The address of ${name} is not a public one.`,
  unknown_host: (name) => `The host of ${name} does not exist.`,
  connection_failed: (name) => `${name} can’t be reached now.`,
  tls_failed: (name) => `The certificate of ${name} is not valid.`,
  timed_out: (name) => `${name} did not answer in time.`,
  closed: (name) => `${name} ended the connection.`,
  malformed: (name) => `The answer of ${name} makes no sense.`,
}

/** Failures before the first byte of a request. */
const neverSent: ReadonlySet<OutsideFailure> = new Set([
  ...(['unknown_host', 'connection_failed', 'tls_failed'] as const),
])
