import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { type PortLabel, portLabelOf, writePortLabel } from '@gridloom/contract/ports/port-label'
import type { AdmissionQuestion } from './admission.ts'
import type { AppsConfig } from './apps-config.ts'
import { type DividedCookies, divideCookies, portCookieNames } from './cookies.ts'
import { tokenHeader } from './forwarded-headers.ts'

/** A request to a port address, as far as it matters who makes it. */
export interface Visit {
  readonly request: IncomingMessage
  readonly address: PortLabel
  readonly label: string
  /** The `Host` header as it was sent. */
  readonly host: string
  readonly origin: string
  /** Path and query, from `/` on. */
  readonly path: string
  readonly cookies: DividedCookies
  readonly question: AdmissionQuestion
  /** Whether the visitor reads pages. */
  readonly wantsPage: boolean
  /** Whether the whole page is opened, so that a redirect to another site reaches the visitor. */
  readonly isNavigation: boolean
}

/** Reads a request; `undefined` where its host is no port address. */
export function visitOf(request: IncomingMessage, config: AppsConfig): Visit | undefined {
  const { headers, url = '/' } = request
  const address = portLabelOf(headers.host, config.domain)
  if (address === undefined || headers.host === undefined) return undefined
  const label = writePortLabel(address)
  const origin = `${config.scheme}://${headers.host.toLowerCase()}`
  const cookies = divideCookies(headers.cookie, portCookieNames(config.scheme))
  const token = headers[tokenHeader]
  const question = {
    label,
    cookies: isOwnRequest(request, origin) ? cookies.access : [],
    token: Array.isArray(token) ? token[0] : token,
    visitor: visitorOf(request, config.trustProxy),
  }
  return {
    request,
    address,
    label,
    host: headers.host,
    origin,
    path: url,
    cookies,
    question,
    wantsPage: (headers.accept ?? '').includes('text/html'),
    isNavigation: isNavigation(request),
  }
}

/**
 * Whether the visitor's cookie counts. Addresses are siblings, and so of one site: browsers send the cookie, `Lax` or
 * not, also with requests that another app's page makes. Those have their own origin in `Origin`, or say in
 * `Sec-Fetch-Site` that they come from elsewhere. Opening a page counts from anywhere, as a link does.
 * Source: Fetch Metadata Request Headers, W3C.
 */
function isOwnRequest(request: IncomingMessage, origin: string): boolean {
  const { headers } = request
  if (headers.origin !== undefined && headers.origin !== origin) return false
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return isNavigation(request)
}

function isNavigation({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const mode = headers['sec-fetch-mode']
  // Browsers name the mode only to secure hosts.
  if (mode === undefined) return (headers.accept ?? '').includes('text/html')
  return mode === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

function visitorOf(request: IncomingMessage, trustProxy: number): string {
  const address: string | undefined = proxyAddr(request, (_address, hop) => hop < trustProxy)
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/, '')
}
