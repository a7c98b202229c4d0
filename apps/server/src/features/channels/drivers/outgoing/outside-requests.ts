import type { Clock } from '@gridloom/async/clock'
import type { OutsideResponse } from '../../../../platform/outbound/fetch-outside.ts'
import type { StreamedBody } from '../../../../platform/outbound/open-outside.ts'
import type { Outside } from '../../../../platform/outbound/outside.ts'
import { ChannelFailed } from '../driver.ts'
import { requestChannel } from './request-channel.ts'

/** A request of a driver, to an address that users chose. */
export interface DriverRequest {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Posted; otherwise the address is read. */
  readonly body?: Uint8Array | StreamedBody | string
  readonly bytesMax: number
  /** `publish`: where no answer arrives, it may have been done all the same. */
  readonly effect?: 'publish'
  readonly signal: AbortSignal
}

/** A response, and the address that it came from after redirects. */
export interface DriverResponse extends OutsideResponse {
  readonly url: URL
}

/** Requests of drivers to servers and sites of strangers, as long as the signal allows. Both throw `ChannelFailed`. */
export interface OutsideRequests {
  /** Redirects are responses. 429 and 5xx are failures. */
  send(request: DriverRequest): Promise<DriverResponse>
  /** Gets a document, over at most five redirects; each host is checked. */
  get(request: Omit<DriverRequest, 'body' | 'effect'>): Promise<DriverResponse>
}

const redirectsMax = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function createOutsideRequests({
  outside,
  clock,
}: {
  outside: Outside
  clock: Clock
}): OutsideRequests {
  async function send({ url, effect, ...request }: DriverRequest): Promise<DriverResponse> {
    const response = await requestChannel(
      { outside, clock, name: url.host },
      {
        ...request,
        url: url.href,
        tooLarge: 'refused',
        effect: effect === 'publish' ? 'proxied_write' : 'read',
        ms: null,
      },
    )
    return { ...response, url }
  }

  async function get(request: Parameters<OutsideRequests['get']>[0]): Promise<DriverResponse> {
    let url = request.url
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const response = await send({ ...request, url })
      if (!redirectStatuses.has(response.status)) return response
      const next = URL.parse(response.headers.location ?? '', url.href)
      if (next === null)
        throw new ChannelFailed('unavailable', `${url.host} redirects to no address.`)
      url = next
    }
    throw new ChannelFailed('unavailable', `${request.url.host} redirects too often.`)
  }

  return { send, get }
}
