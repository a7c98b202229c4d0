/** The names of our cookies at an address: that of a visitor who may open it, and that of a sign-in under way. */
export interface PortCookieNames {
  readonly access: string
  readonly attempt: string
}

/**
 * Returns the names. Over https nothing but the address itself can set a `__Host-` cookie (RFC 6265bis, 4.1.3.2);
 * without TLS, on localhost, browsers refuse the prefix.
 */
export function portCookieNames(scheme: 'http' | 'https'): PortCookieNames {
  const prefix = scheme === 'https' ? '__Host-' : ''
  return { access: `${prefix}gridloom-port`, attempt: `${prefix}gridloom-port-attempt` }
}

/** The `Set-Cookie` value of a cookie of ours: for this host alone, and not for scripts. */
export function portCookie(name: string, value: string, maxAgeS: number): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** A `Cookie` header, divided into our cookies and what the app may see. */
export interface DividedCookies {
  readonly access: readonly string[]
  readonly attempt: string | undefined
  /** The header without our cookies; `undefined` where nothing is left. */
  readonly rest: string | undefined
}

/** More than these of one name are an attack. */
const valuesMax = 3

/** Divides a `Cookie` header. What is no pair, or a pair of another name, stays as it was written. */
export function divideCookies(header: string | undefined, names: PortCookieNames): DividedCookies {
  if (header === undefined) return { access: [], attempt: undefined, rest: undefined }
  const access: string[] = []
  let attempt: string | undefined
  const rest = header.split(';').filter((pair) => {
    const { name, value } = pairOf(pair)
    if (name === names.access.toLowerCase() && access.length < valuesMax) access.push(value)
    if (name === names.attempt.toLowerCase()) attempt ??= value
    return !isOurs(name)
  })
  const left = rest.join(';').trim()
  return { access, attempt, rest: left === '' ? undefined : left }
}

/**
 * Returns a `Set-Cookie` value of an app without its `Domain`, so that it is for its own address alone; `undefined` where
 * it would set a cookie of ours.
 */
export function ownCookieOf(value: string): string | undefined {
  const [pair = '', ...attributes] = value.split(';')
  const { name, value: text } = pairOf(pair)
  // Browsers send a cookie without a name as its value alone, which then reads like a named one.
  if (isOurs(name) || (name === '' && isOurs(pairOf(text).name))) return undefined
  const kept = attributes.filter((attribute) => pairOf(attribute).name !== 'domain')
  return kept.length === attributes.length ? value : [pair, ...kept].join(';')
}

/** Names of ours, with and without prefix: an app has no use for either. */
const ours = new Set(
  (['http', 'https'] as const).flatMap((scheme) =>
    Object.values(portCookieNames(scheme)).map((name: string) => name.toLowerCase()),
  ),
)

function isOurs(name: string): boolean {
  return ours.has(name)
}

/** A cookie or attribute as browsers read it: the name in lower case, without space around. */
function pairOf(text: string): { name: string; value: string } {
  const at = text.indexOf('=')
  if (at < 0) return { name: text.trim().toLowerCase(), value: '' }
  return { name: text.slice(0, at).trim().toLowerCase(), value: text.slice(at + 1).trim() }
}
