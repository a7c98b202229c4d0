import { normalizeIP } from '@fastify/rate-limit'

const mapped = '::ffff:'

/**
 * Who an address is counted as: of IPv4 the address, of IPv6 its /64, as whoever has one address of it has them all.
 * Source: RFC 6177; BCP 157.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  // How a socket that listens for both writes an IPv4 address: most of all callers.
  if (address.startsWith(mapped) && address.includes('.')) return address.slice(mapped.length)
  return normalizeIP(address, 64)
}
