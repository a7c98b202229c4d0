import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Whether requests may go to addresses that are not public; `allow` is for development and tests alone. */
export type PrivateAddresses = 'refuse' | 'allow'

/** Names that never leave the computer or its network. Source: RFC 6761; RFC 6762; RFC 8375; ICANN's `.internal`. */
const localNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion|invalid|test)\.?$/i

/**
 * Whether a URL may be requested as far as it alone tells: http or https, without credentials, to port 80, 443 or one
 * from 1024 on, and not to a local name or an address that is not public. The address that a name resolves to is checked
 * when it is connected to.
 */
export function isAllowedUrl(url: URL, privateAddresses: PrivateAddresses): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  if (url.username !== '' || url.password !== '') return false
  if (!isAllowedPort(url.port === '' ? null : Number(url.port))) return false
  return privateAddresses === 'allow' || isPublicHost(url)
}

function isAllowedPort(port: number | null): boolean {
  return port === null || port === 80 || port === 443 || port >= 1024
}

function isPublicHost(url: URL): boolean {
  const host = hostOf(url)
  return isIP(host) === 0 ? host.includes('.') && !localNames.test(host) : isPublicAddress(host)
}

/** The host of a URL: an IPv6 address without its brackets. The parser has normalised every way to write an IPv4 one. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
