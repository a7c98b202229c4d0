import { BlockList, isIPv6 } from 'node:net'

/** Returns whether an address, as a socket writes it, is in one of the networks in CIDR notation; none: always. */
export function allowing(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => {
    const plain = plainAddress(address)
    return plain !== '' && list.check(plain, familyOf(plain))
  }
}

/** Without the zone of a link-local address, and an IPv4 address as such where a dual-stack socket maps it. */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%')
  return plain.replace(/^::ffff:(?=\d+\.)/i, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
