import type { IncomingMessage } from 'node:http'
import type { PortPage } from './page.ts'
import { badRequestPage } from './pages.ts'

/**
 * Returns the refusal of a request that two programs could read differently; the parser has refused the rest (two
 * lengths, a length and chunks, folded lines). Source: RFC 9112, 3.2 and 6.3.
 */
export function badRequest({
  url = '/',
  headers,
  rawHeaders,
}: IncomingMessage): PortPage | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return badRequestPage(400, 'The request has more than one Host header.')
  if (!url.startsWith('/') && url !== '*')
    return badRequestPage(400, 'The request target must be a path.')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return badRequestPage(501, 'The only transfer coding that is supported is chunked.')
  return undefined
}
