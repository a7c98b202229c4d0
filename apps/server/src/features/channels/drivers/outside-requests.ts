import type { Clock } from '@gridloom/async/clock'
import { product } from '@gridloom/contract/core/product'
import {
  fetchOutside,
  type OutsideResponse,
  OutsideTooLarge,
} from '../../../platform/outbound/fetch-outside.ts'
import type { OutsideRequest } from '../../../platform/outbound/open-outside.ts'
import {
  type Outside,
  OutsideFailed,
  type OutsideFailure,
} from '../../../platform/outbound/outside.ts'
import { ChannelFailed } from './driver.ts'
import { retryAfterOf } from './retry-after.ts'

/** A request of a driver, to an address that users chose. */
export interface DriverRequest extends Omit<OutsideRequest, 'url' | 'method'> {
  readonly url: URL
  readonly method?: OutsideRequest['method']
  readonly bytesMax: number
  /** `publish`: where no answer arrives, it may have been done all the same. */
  readonly effect?: 'publish'
}

/** A response, and the address that it came from after redirects. */
export interface DriverResponse extends OutsideResponse {
  readonly url: URL
}

/** Requests of drivers by the rules for outgoing requests. Both throw `ChannelFailed`. */
export interface OutsideRequests {
  /** Redirects are responses. 429 and 5xx are failures. */
  send(request: DriverRequest): Promise<DriverResponse>
  /** Gets a document, over at most five redirects; each host is checked. */
  get(request: Omit<DriverRequest, 'method' | 'body' | 'effect'>): Promise<DriverResponse>
}

const redirectsMax = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function createOutsideRequests({
  outside,
  clock,
}: {
  outside: Outside
  clock: Pick<Clock, 'now'>
}): OutsideRequests {
  async function send({ url, effect, ...request }: DriverRequest): Promise<DriverResponse> {
    const headers = {
      'user-agent': product.name,
      'accept-encoding': 'identity',
      ...request.headers,
    }
    const response = await fetchOutside(outside, { ...request, headers, url: url.href }).catch(
      (error: unknown) => {
        throw failureOf(error, { effect, bytesMax: request.bytesMax })
      },
    )
    refuseBusy(response, { effect, now: clock.now() })
    return { ...response, url }
  }

  async function get(request: Parameters<OutsideRequests['get']>[0]): Promise<DriverResponse> {
    let url = request.url
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const response = await send({ ...request, url })
      if (!redirectStatuses.has(response.status)) return response
      const next = URL.parse(response.headers.location ?? '', url.href)
      if (next === null) throw new ChannelFailed('unavailable', 'It redirects to no address.')
      url = next
    }
    throw new ChannelFailed('unavailable', 'It redirects too often.')
  }

  return { send, get }
}

function refuseBusy(
  { status, headers }: OutsideResponse,
  { effect, now }: { effect: 'publish' | undefined; now: Date },
): void {
  const retryAt = retryAfterOf(headers['retry-after'], now)
  if (status === 429)
    throw new ChannelFailed('rate_limited', 'It accepts no more requests now.', {
      retryAt: retryAt ?? new Date(now.getTime() + 60_000),
    })
  if (status < 500) return
  if (effect === 'publish')
    throw new ChannelFailed('unclear', 'It had an error, and may have published the post.')
  throw new ChannelFailed('unavailable', `It has an error (${status}).`, { retryAt })
}

/** Failures after which nothing can have been done: no request was sent. */
const beforeRequest: ReadonlySet<OutsideFailure> = new Set([
  'address_refused',
  'unknown_host',
  'connection_failed',
  'tls_failed',
])

const failureTexts: Record<OutsideFailure, string> = {
  address_refused: 'This address is not public.',
  unknown_host: 'This host does not exist.',
  connection_failed: 'It cannot be reached.',
  tls_failed: 'Its certificate is not valid.',
  timed_out: 'It did not answer in time.',
  closed: 'It ended the connection.',
  malformed: 'Its answer makes no sense.',
}

function failureOf(
  error: unknown,
  { effect, bytesMax }: { effect: 'publish' | undefined; bytesMax: number },
): unknown {
  if (error instanceof OutsideTooLarge) {
    const text = `It is larger than ${Math.round(bytesMax / 1_000)} KB.`
    return new ChannelFailed(effect === undefined ? 'refused' : 'unclear', text, { cause: error })
  }
  if (!(error instanceof OutsideFailed)) return error
  const text = failureTexts[error.failure]
  if (effect === 'publish' && !beforeRequest.has(error.failure))
    return new ChannelFailed('unclear', text, { cause: error })
  const reason = error.failure === 'address_refused' ? 'refused' : 'unavailable'
  return new ChannelFailed(reason, text, { cause: error })
}
