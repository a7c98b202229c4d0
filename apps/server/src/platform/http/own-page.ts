/**
 * Whether a page of this server opens a WebSocket, or a program, which names no origin. Browsers always name the page's,
 * and let every page open a socket to anywhere. Source: OWASP ASVS 5.0, 4.4.2.
 */
export function isOwnPage(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string,
): boolean {
  if (origin === undefined) return true
  const page = URL.parse(origin)
  if (page === null) return false
  // People also come by another name of the server than its public one.
  return page.origin === new URL(publicUrl).origin || page.host === host
}
