import { parseCookie, stringifySetCookie } from 'cookie'

/** How long a user may take at the provider, and how long the page may take to redeem the result. */
export const attemptLifeS = 10 * 60
export const loginCodeLifeS = 60
/** How long a browser is remembered that asked for a message to sign; messages expire earlier. */
const walletLifeS = 60 * 60

/**
 * `attempt`: binds a sign-in at a provider to the browser that began it. It is lax, as it must be sent when the
 * provider redirects back. `login`: the result, valid once and only in calls from our own pages. `wallet`: binds
 * messages that a wallet is to sign to the browser that asked for them.
 */
const kinds = {
  attempt: { sameSite: 'lax', maxAge: attemptLifeS },
  login: { sameSite: 'strict', maxAge: loginCodeLifeS },
  wallet: { sameSite: 'strict', maxAge: walletLifeS },
} as const
type Kind = keyof typeof kinds

/** The `Set-Cookie` value of a cookie, which scripts cannot read. */
export function loginCookie(publicUrl: string, kind: Kind, value: string): string {
  return serialised(publicUrl, kind, { value, maxAge: kinds[kind].maxAge })
}

/** The `Set-Cookie` value that deletes a cookie. */
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

/** Neither another host nor a page without TLS can set or change a `__Host-` cookie (RFC 6265bis, 4.1.3.2). */
function nameOf(publicUrl: string, kind: Kind): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}gridloom-${kind}`
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https://')
}
