import type { FastifyInstance } from 'fastify'

interface SecurityHeadersOptions {
  /** The public address; over https, browsers are required to stay on https. */
  publicUrl: string
}

/** The content security policy of responses that are not pages. */
export const nothingAtAll =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns the headers of every response. Source: OWASP ASVS 5.0, 3.4. Pages have their own policy instead. */
export function securityHeaders({ publicUrl }: SecurityHeadersOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // Wallets and sign-in providers open windows that report back.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': nothingAtAll,
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicUrl.startsWith('https://')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/** Sets the headers on every response. Call it first, as a request rejected by a hook meets no later hook. */
export function addSecurityHeaders(app: FastifyInstance, options: SecurityHeadersOptions): void {
  const headers = Object.entries(securityHeaders(options))
  app.addHook('onRequest', ({ url }, { raw }, done) => {
    // Set on the raw response: event streams are written past the framework.
    for (const [name, value] of headers) raw.setHeader(name, value)
    if (isPersonal(url)) raw.setHeader('cache-control', 'no-store')
    done()
  })
}

const personalPlaces = ['/api/', '/content/', '/models/', '/v1/']

/** Whether the response may contain a token or personal data: all of the API but its own reference. */
function isPersonal(url: string): boolean {
  return personalPlaces.some((place) => url.startsWith(place)) && !url.startsWith('/api/docs')
}

interface PagePolicyOptions {
  frames: readonly string[]
  connections: readonly string[]
}

/**
 * Returns the content security policy of the web app: only its own resources. `frames` are the origins of third-party
 * widgets, `connections` those of API hosts other than the page's own server.
 */
export function pagePolicy({ frames, connections }: PagePolicyOptions): string {
  const others = frames.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src 'self'${others}`,
    // Mantine writes its style attributes and one style element itself.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...connections].join(' '),
    // The captcha works in a worker.
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    frames.length === 0 ? "frame-src 'none'" : `frame-src${others}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Text becomes markup or code only through policies with these names: ours, and the captcha's own.
    "require-trusted-types-for 'script'",
    'trusted-types default svelte-trusted-html',
  ].join('; ')
}
