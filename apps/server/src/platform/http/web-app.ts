import { existsSync } from 'node:fs'
import path from 'node:path'
import serveFiles from '@fastify/static'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

interface WebAppOptions {
  /** The folder of the built web app, with `index.html`. */
  folder: string
  contentSecurityPolicy: string
}

const notBuilt = `The web app is not built yet.

Build it with:  npm run build -w @gridloom/web
The API works without it. See its reference at /api/docs
`

/**
 * Serves the web app. Any address outside `/api`, `/models`, `/v1` and `/install` that is not a file returns
 * `index.html` to a browser, as the app resolves its pages itself. Built files have their hash in their name and are cached
 * permanently.
 */
export async function serveWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { folder, contentSecurityPolicy } = options
  const built = existsSync(path.join(folder, 'index.html'))
  if (built) {
    await app.register(serveFiles, {
      root: folder,
      index: false,
      cacheControl: false,
      preCompressed: true,
      // A folder is not a page: the app's own addresses are resolved below.
      allowedPath: (address) => !address.endsWith('/'),
      setHeaders(reply, file) {
        if (file.endsWith('index.html'))
          reply.header('content-security-policy', contentSecurityPolicy)
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        const keep = hashed ? 'public, max-age=31536000, immutable' : 'no-cache'
        reply.header('cache-control', keep)
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!asksForPage(request)) throw new Refused('not_found', { details: { what: 'address' } })
    reply.header('content-security-policy', contentSecurityPolicy)
    if (built) return reply.sendFile('index.html')
    return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
  })
}

/** Addresses for programs: an unknown one returns an error, never the app. */
const notPages = ['/api/', '/models/', '/v1/', '/install/']

/** Whether a browser requests a page, rather than a program an API response or a file. */
function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const [address = ''] = url.split('?')
  if (method !== 'GET' && method !== 'HEAD') return false
  if (notPages.some((place) => `${address}/`.startsWith(place))) return false
  if (path.extname(address) === '' || address === '/index.html') return true
  // Names of models have dots, too. For a page a browser accepts HTML; for an image or a script it does not.
  return !address.startsWith('/assets/') && (headers.accept ?? '').includes('text/html')
}
