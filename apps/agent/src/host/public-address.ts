import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not the public internet: the provider's own, the machine, other instances, the metadata
 * service of a cloud. Sources: the special-purpose registries of IANA (RFC 6890), RFC 1918, RFC 6598, RFC 3927,
 * RFC 2544, RFC 5771.
 */
export const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/**
 * The same for IPv6, with the ranges that embed IPv4 addresses. Sources: RFC 4291 (loopback, mapped, link-local,
 * site-local, multicast), RFC 6052 and RFC 8215 (NAT64), RFC 6666 (discard), RFC 4380 (Teredo), RFC 3056 (6to4),
 * RFC 4193 (unique local).
 */
export const privateIpv6 = [
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const

/** Returns whether an address belongs to the public internet; `false` for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.ipv4.check(address, 'ipv4')
  // An IPv6 address with a zone belongs to a link, so it is never public.
  return version === 6 && !address.includes('%') && !notPublic.ipv6.check(address, 'ipv6')
}

const notPublic = { ipv4: listOf(privateIpv4, 'ipv4'), ipv6: listOf(privateIpv6, 'ipv6') }

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}
