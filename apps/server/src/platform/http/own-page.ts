/**
 * Whether a WebSocket is opened by a page of this server, or by a program, which names no origin. Browsers always send
 * the page's origin, and let every page open a socket to anywhere. Source: OWASP ASVS 5.0, 4.4.2.
 */
export function isOwnPage(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string,
): boolean {
  if (origin === undefined) return true
  const page = URL.parse(origin)
  if (page === null) return false
  // Users also reach the server by other names than its public one.
  return page.origin === new URL(publicUrl).origin || page.host === host
}
