import { isIPv4, isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

const mapped = '::ffff:'

/**
 * The network that an address is counted as: the address itself for IPv4, its /64 for IPv6, as one subscriber has all
 * addresses of it. Source: RFC 6177; BCP 157.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  // How a socket that listens for both writes an IPv4 address: most of all callers.
  if (address.startsWith(mapped) && address.includes('.')) return address.slice(mapped.length)
  return normalizeIP(address, 64)
}

/**
 * The network that somebody joins from, as one customer of an internet provider has it: of IPv4 its /24, of IPv6 as
 * {@link networkOf} has it. `null` for this machine itself, and for what is no address.
 */
export function joiningNetwork(address: string): string | null {
  const plain = address.split('%')[0] ?? ''
  const network = networkOf(plain)
  if (isIPv4(network))
    return network.startsWith('127.') ? null : `${network.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) && plain !== '::1' ? `${network}/64` : null
}
