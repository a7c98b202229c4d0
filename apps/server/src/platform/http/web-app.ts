import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import serveFiles from '@fastify/static'
import type { HostUrls } from '@gridloom/contract/core/hosts'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageWithHosts } from './page-with-hosts.ts'

interface WebAppOptions {
  /** The folder of the built web app, with `index.html`. */
  folder: string
  /** API hosts that the page is given. */
  hosts: Partial<HostUrls>
  contentSecurityPolicy: string
}

const notBuilt = `The web app is not built yet.

Build it with:  npm run build -w @gridloom/web
The API works without it. See its reference at /api/docs
`

/**
 * Serves the web app. Any address outside `/api`, `/models`, `/v1` and `/install` that is not a file returns
 * `index.html` to a browser, as the app resolves its pages itself. Built files have their hash in their name and are cached
 * permanently. The start page `/` is a document of its own for visitors without a session; see decision 0179.
 */
export async function serveWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { folder, hosts, contentSecurityPolicy } = options
  const index = path.join(folder, 'index.html')
  const built = existsSync(index)
  const namesHosts = built && Object.keys(hosts).length > 0
  const read = async (name: string) =>
    pageWithHosts(await readFile(path.join(folder, name), 'utf8'), hosts)
  const pages = namesHosts
    ? { app: await read('index.html'), landing: await read('landing.html') }
    : undefined
  if (built) {
    await app.register(serveFiles, {
      root: folder,
      index: false,
      cacheControl: false,
      preCompressed: true,
      // A folder is not a page: the app's own addresses are resolved below, and so are pages that name hosts.
      allowedPath: (address) =>
        !address.endsWith('/') && (pages === undefined || !documents.includes(address)),
      setHeaders(reply, file) {
        if (/\.html(\.br|\.gz)?$/.test(file))
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
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    reply.header('vary', 'Cookie')
    const name = isLanding(request) ? 'landing' : 'app'
    if (pages === undefined) return reply.sendFile(name === 'app' ? 'index.html' : 'landing.html')
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pages[name])
  })
}

const documents = ['/index.html', '/landing.html']

/** Whether a visitor without a session opens the start page. An ended session is noticed by the app itself. */
function isLanding({ url, headers }: FastifyRequest): boolean {
  const [address] = url.split('?')
  if (address === '/landing.html') return true
  return address === '/' && !/(^|;\s*)token=[^;]/.test(headers.cookie ?? '')
}

/** Addresses for programs: an unknown one returns an error, never the app. */
const notPages = ['/api/', '/content/', '/models/', '/v1/', '/install/']

/** Whether a browser requests a page, rather than a program an API response or a file. */
function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const [address = ''] = url.split('?')
  if (method !== 'GET' && method !== 'HEAD') return false
  if (notPages.some((place) => `${address}/`.startsWith(place))) return false
  if (path.extname(address) === '' || documents.includes(address)) return true
  // Names of models have dots, too. For a page a browser accepts HTML; for an image or a script it does not.
  return !address.startsWith('/assets/') && (headers.accept ?? '').includes('text/html')
}
