import { parseCookie, stringifySetCookie } from 'cookie'

/** How long a user may take at the provider, and how long the page may take to redeem what came of it. */
export const attemptLifeS = 10 * 60
export const loginCodeLifeS = 60

/**
 * `attempt`: binds a sign-in at a provider to the browser that began it. It must come along when the provider sends
 * the browser back, so it is lax. `login`: what came of it, good once, and only for a call of our own page.
 */
const kinds = {
  attempt: { sameSite: 'lax', maxAge: attemptLifeS },
  login: { sameSite: 'strict', maxAge: loginCodeLifeS },
} as const
type Kind = keyof typeof kinds

/** A cookie as a whole `Set-Cookie` value. No script can read it. */
export function loginCookie(publicUrl: string, kind: Kind, value: string): string {
  return serialised(publicUrl, kind, { value, maxAge: kinds[kind].maxAge })
}

/** The `Set-Cookie` value that takes a cookie away. */
export function withoutCookie(publicUrl: string, kind: Kind): string {
  return serialised(publicUrl, kind, { value: '', maxAge: 0 })
}

/** The cookie of one kind in a request's `Cookie` header. */
export function cookieOf(
  publicUrl: string,
  kind: Kind,
  header: string | undefined,
): string | undefined {
  return parseCookie(header ?? '')[nameOf(publicUrl, kind)]
}

function serialised(publicUrl: string, kind: Kind, own: { value: string; maxAge: number }): string {
  const { sameSite } = kinds[kind]
  const secure = isSecure(publicUrl)
  return stringifySetCookie({
    name: nameOf(publicUrl, kind),
    path: '/',
    sameSite,
    secure,
    httpOnly: true,
    ...own,
  })
}

/** No other host, nor a page without TLS, can set or change a `__Host-` cookie (RFC 6265bis, 4.1.3.2). */
function nameOf(publicUrl: string, kind: Kind): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}gridloom-${kind}`
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https://')
}
