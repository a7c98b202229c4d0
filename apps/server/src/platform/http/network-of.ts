import { isIPv4, isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

const mapped = '::ffff:'

/**
 * Returns the network that limits count an address as: the address itself for IPv4, its /64 for IPv6, as one subscriber
 * has all addresses of it. Source: RFC 6177; BCP 157.
 */
export function callerNetwork(address: string): string {
  if (!address.includes(':')) return address
  // An IPv4 address as a dual-stack socket writes it: most callers.
  if (address.startsWith(mapped) && address.includes('.')) return address.slice(mapped.length)
  return normalizeIP(address, 64)
}

/**
 * Returns the network of one customer of an internet provider: for IPv4 its /24, for IPv6 as {@link callerNetwork}. `null`
 * for this machine itself, and for an invalid address.
 */
export function joiningNetwork(address: string): string | null {
  const plain = address.split('%')[0] ?? ''
  const network = callerNetwork(plain)
  if (isIPv4(network))
    return network.startsWith('127.') ? null : `${network.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) && plain !== '::1' ? `${network}/64` : null
}
