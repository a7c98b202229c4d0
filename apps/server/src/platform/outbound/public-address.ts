import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Networks that are not public, so that no request of ours may go there: loopback, private, link-local (cloud metadata),
 * carrier-grade NAT, multicast, reserved, documentation and benchmark networks, and IPv6 networks that embed an IPv4
 * address (NAT64, 6to4, Teredo), which could name a private one. Source: the IANA special-purpose address registries of
 * IPv4 and IPv6 (RFC 6890 and its successors).
 */
const notPublicV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Within 2000::/3, the only part of IPv6 that is assigned as global unicast. */
const notPublicV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [network, bits] of notPublicV4) blocked.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of notPublicV6) blocked.addSubnet(network, bits, 'ipv6')

const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public: everyone reaches the same computer under it. Anything else is not, also no address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  if (!isIPv6(address)) return !blocked.check(address, 'ipv4')
  return globalV6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
