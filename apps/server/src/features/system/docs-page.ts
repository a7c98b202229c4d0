import { product } from '@gridloom/contract/core/product'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

interface DocsPageOptions {
  /** Marks the page's one inline script; the page itself holds nothing that anyone else wrote. */
  nonce: string
}

const documentPath = '/api/openapi.json'

/**
 * The readable reference at `/api/docs`, drawn from the OpenAPI document. Everything it loads comes from this
 * server: no fonts, scripts or telemetry of others.
 */
export async function docsPage(app: FastifyInstance, { nonce }: DocsPageOptions): Promise<void> {
  await app.register(reference, {
    routePrefix: '/api/docs',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', docsPolicy(nonce))
        done()
      },
    },
    configuration: {
      url: documentPath,
      pageTitle: `${product.name} API`,
      nonce,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // These lead to their maker's own services.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      // A token that is typed in is gone with the page.
      persistAuth: false,
    },
  })
}

function docsPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
