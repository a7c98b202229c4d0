/**
 * The name of a port address: `8888-ins4k7w…`, one DNS label in lower case (at most 25 characters of the 63 that DNS
 * allows). The slug belongs to the instance for its life, and is no id: an instance that moves takes it along.
 */
export interface PortLabel {
  readonly port: number
  readonly slug: string
}

/** The slug is `ins` and 16 characters of Crockford's base 32, which hold 80 random bits. */
const labelPattern = /^([1-9]\d{0,4})-(ins[0-9a-hjkmnp-tv-z]{16})$/

export function writePortLabel({ port, slug }: PortLabel): string {
  return `${port}-${slug}`
}

/** Reads a label; `undefined` where it is none of a port address. */
export function readPortLabel(label: string): PortLabel | undefined {
  const [, port, slug] = labelPattern.exec(label) ?? []
  if (port === undefined || slug === undefined || Number(port) > 65_535) return undefined
  return { port: Number(port), slug }
}

/**
 * Reads the label of a host below a domain, such as `8888-ins….apps.example.net:443`; `undefined` for every other host.
 * Hosts are compared without case, port and trailing dot.
 */
export function portLabelOf(host: string | undefined, domain: string): PortLabel | undefined {
  const name = hostNameOf(host)
  if (!name.endsWith(`.${domain}`)) return undefined
  return readPortLabel(name.slice(0, -domain.length - 1))
}

/** The name in a `Host` header, in lower case, without its port and a trailing dot. */
export function hostNameOf(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}
