import { isIP } from 'node:net'

/**
 * The network that an address belongs to, as one customer of an internet provider has it: its /24 (IPv4) or /64
 * (IPv6). `null` for this machine itself, and for what is no address. Pure.
 */
export function networkOf(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = (mapped ?? address).split('%')[0] ?? ''
  if (isIP(plain) === 4) {
    const parts = plain.split('.')
    return parts[0] === '127' ? null : `${parts.slice(0, 3).join('.')}.0/24`
  }
  if (isIP(plain) !== 6 || plain === '::1') return null
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The WHATWG parser writes every spelling in one form, an embedded IPv4 address included.
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [front = '', back] = written.split('::')
  const before = front === '' ? [] : front.split(':')
  if (back === undefined) return before
  const after = back === '' ? [] : back.split(':')
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
