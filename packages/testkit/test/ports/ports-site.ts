import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import { text } from 'node:stream/consumers'
import type { Client } from '@gridloom/client/calls'
import type { PortAccess } from '@gridloom/contract/ports/port-address'
import { expect } from 'vitest'
import { type Person, type Product, type ProductOptions, startProduct } from '../../src/product.ts'

/** A visit by the console's own port, which passes requests for port addresses on. */
export interface Visit {
  readonly method?: string
  readonly path?: string
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Visited {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** The first cookie that it set, as a `Cookie` header sends it. */
  readonly cookie: string | undefined
}

/** Within this time, a change of who may open an address holds everywhere. */
export const withinMs = 1_000

export type PortsSite = Awaited<ReturnType<typeof startPortsSite>>

const page = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
}

/** A product with a running instance of the renter's that declares ports 8080 and 9090, and programs on both. */
export async function startPortsSite(options: Partial<ProductOptions> = {}) {
  await using opened = new AsyncDisposableStack()
  const product = opened.use(await startProduct({ driver: 'fake', ...options }))
  const { id } = await product.order({
    label: 'lab',
    template: { image_path_with_tag: 'gridloom/base:latest', ports: [9090, 8080] },
  })
  await product.untilInstance(id, ({ ready }) => ready)
  const received: IncomingMessage[] = []
  const serve = (port: number, app: RequestListener) => {
    const server = createServer(app)
    server.on('request', (request) => received.push(request))
    product.machine.fake.serve(id, port, (connection) => server.emit('connection', connection))
    return server
  }
  serve(8080, (request, response) => {
    // A response that the app does not end.
    if (request.url === '/events') return void response.writeHead(200).flushHeaders()
    response.setHeader('content-type', 'text/html').end('<title>My &amp; app</title>hello')
  })
  serve(9090, (_request, response) => response.end('other'))
  const addresses = await product.renter.ports.list({ params: { id } })
  const visit = (port: number, visit: Visit = {}) =>
    visitAt(Number(new URL(product.server.url).port), hostOf(addresses, port), visit)
  const change = (access: PortAccess, port = 8080) =>
    product.renter.ports.change({ params: { id, port }, body: { access } })
  const open = opened.move()
  return {
    product,
    id,
    received,
    serve,
    /** The host of a port's address. */
    host: (port: number) => hostOf(addresses, port),
    visit,
    change,
    /** Opens port 8080 to everyone; a refusal that the address gave just before may stand for a moment longer. */
    async makePublic() {
      await change('public')
      await expect.poll(async () => (await visit(8080)).status, { timeout: withinMs }).toBe(200)
    },
    /** Creates a link to port 8080, and opens it; with the cookie that the browser then has. */
    async link(expiresInS = 600) {
      const { link, url } = await product.renter.ports.createLink({
        params: { id, port: 8080 },
        body: { expires_in_s: expiresInS, note: 'for a colleague' },
      })
      const { pathname, search } = new URL(url)
      const at = Number(new URL(product.server.url).port)
      const opened = await visitAt(at, hostOf(addresses, 8080), { path: `${pathname}${search}` })
      if (opened.cookie === undefined) throw new Error(`the link does not open: ${opened.text}`)
      return { id: link.id, url, cookie: opened.cookie }
    },
    /** Signs a browser of the user in to a port, as the console's page does; resolves with its cookie. */
    signIn: (port: number, client: Client = product.renter) =>
      signInTo(product, { client, host: hostOf(addresses, port) }),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Follows the redirects of a sign-in by hand. Resolves with the cookie of the address. */
export async function signInTo(
  product: Product,
  { client, host, path = '/' }: { client: Client; host: string; path?: string },
): Promise<string> {
  const port = Number(new URL(product.server.url).port)
  const sent = await visitAt(port, host, { path, headers: page })
  const query = Object.fromEntries(new URL(sent.headers.location ?? '').searchParams)
  const { address = '', state = '' } = query
  const { url } = await client.ports.signIn({ body: { address, state, path: query.path ?? '/' } })
  const back = new URL(url)
  const signedIn = await visitAt(port, host, {
    path: `${back.pathname}${back.search}`,
    cookie: sent.cookie,
    headers: page,
  })
  if (signedIn.status !== 303 || signedIn.cookie === undefined)
    throw new Error(`the sign-in failed: ${signedIn.status} ${signedIn.text}`)
  return signedIn.cookie
}

/** What opening a page sends, as browsers do. */
export const pageHeaders = page

/** Creates a company of the owner with a colleague as member. */
export async function aCompanyOf(owner: Person, colleague: Person) {
  const { id } = await owner.client.companies.create({ body: { name: 'Acme' } })
  const params = { id }
  const body = { email: colleague.email, role: 'member' as const }
  await owner.client.companies.invite({ params, body })
  const [invitation] = await colleague.client.companies.myInvitations()
  if (invitation === undefined) throw new Error('nobody was invited')
  await colleague.client.companies.acceptInvitation({ params: { id: invitation.id } })
  return id
}

export async function visitAt(
  port: number,
  host: string,
  { method = 'GET', path = '/', cookie, headers = {}, body }: Visit,
): Promise<Visited> {
  const sent = httpRequest({
    ...{ port, host: '127.0.0.1', method, path },
    headers: { host, ...(cookie === undefined ? {} : { cookie }), ...headers },
  })
  sent.end(body)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer === undefined) throw new Error('no response')
  const [set] = answer.headers['set-cookie'] ?? []
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: await text(answer),
    cookie: set?.split(';')[0],
  }
}

function hostOf(addresses: readonly { port: number; url: string | null }[], port: number): string {
  const url = addresses.find((one) => one.port === port)?.url
  if (url === null || url === undefined) throw new Error(`port ${port} has no address`)
  return new URL(url).hostname
}
