import { product } from '@gridloom/contract/core/product'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

interface DocsPageOptions {
  /** The nonce of the page's one inline script. The page contains no content from users. */
  nonce: string
}

const documentPath = '/api/openapi.json'

/**
 * The API reference at `/api/docs`, rendered from the OpenAPI document. Everything it loads is served by this server:
 * no external fonts, scripts or telemetry.
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
      // Each operation has examples of its own that are tested.
      hiddenClients: true,
      // These link to services of the reference's vendor.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      // A token that is typed in is not stored beyond the page.
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
