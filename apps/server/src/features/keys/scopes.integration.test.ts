import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Scope } from '@gridloom/contract/scopes'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'

/** Every endpoint that authenticates a user or a key; sockets authenticate in their first frame. */
const asking = Object.entries(api).flatMap(([area, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
    isAsking(endpoint) ? [{ name: `${area}.${name}`, endpoint }] : [],
  ),
)

/** Machines authenticate on their own endpoints, where a bearer token is not accepted. */
function isAsking({ auth, transport }: Endpoint): boolean {
  return auth === 'public' ? transport === 'websocket' : auth !== 'machine'
}

/** Error codes which mean that the key itself was refused. */
const turnedAway = new Set(['unauthorized', 'forbidden', 'scope_missing', 'access_code_required'])

describe('the scopes of a key', () => {
  it('match the scopes of all endpoints', () => {
    expect(asking.length).toBeGreaterThan(50)
    const scopes = new Set(asking.flatMap(({ endpoint }) => endpoint.scope ?? []))
    // Required at port addresses, which are no endpoints.
    expect([...scopes, 'ports:open'].sort()).toEqual([...Scope.options].sort())
  })

  it.each(Scope.options)(
    'with only %s, open every endpoint of that scope and no other',
    async (scope) => {
      await using fixture = await setup([scope])
      const opened: string[] = []
      for (const { name, endpoint } of asking) {
        const code = await fixture.call(endpoint)
        if (turnedAway.has(code)) expect([name, code]).toEqual([name, refusalOf(endpoint)])
        else opened.push(name)
      }
      const meant = asking.filter(({ endpoint }) => endpoint.scope === scope)
      expect(opened).toEqual(meant.map(({ name }) => name))
    },
    60_000,
  )

  it('all together, still do not open endpoints that require a session', async () => {
    await using fixture = await setup(Scope.options)
    for (const { name, endpoint } of asking.filter((one) => one.endpoint.scope === null))
      expect([name, await fixture.call(endpoint)]).toEqual([name, refusalOf(endpoint)])
  }, 60_000)
})

function refusalOf({ scope }: Endpoint): string {
  return scope === null ? 'forbidden' : 'scope_missing'
}

async function setup(scopes: readonly Scope[]) {
  const server = await startServer()
  const person = server.client(await openAccount(server, { access: true }))
  const body = { name: 'key', scopes: [...scopes] }
  const { key } = await person.keys.generateApiKey({ body })
  return {
    /** The error code of the response; empty if there is none. */
    call: (endpoint: Endpoint) =>
      endpoint.transport === 'websocket'
        ? bySocket(addressOf(server.url, endpoint), key)
        : byRequest(addressOf(server.url, endpoint), endpoint, key),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const prefixes = { offers: 'ofr', templates: 'tpl', machines: 'mch', instances: 'ins' } as const

/** The path with ids that are well-formed but do not exist. */
function addressOf(base: string, { path }: Endpoint): URL {
  const area = Object.entries(prefixes).find(([word]) => path.includes(`/${word}/`))
  const id = `${area?.[1] ?? 'acc'}_01jd3v8q6f7g8h9jkmnpqrstvw`
  return new URL(path.replace('{port}', '80').replace(/\{\w+\}/g, id), base)
}

async function byRequest(url: URL, { method, transport }: Endpoint, key: string): Promise<string> {
  const stop = new AbortController()
  const contentType = transport === 'tus' ? 'application/offset+octet-stream' : 'application/json'
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType }
  const body = method === 'GET' ? {} : { body: '{}' }
  const answer = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(5_000)]),
    ...body,
  })
  const isStream = answer.headers.get('content-type')?.includes('event-stream') === true
  const text = isStream ? '' : await answer.text()
  stop.abort()
  return codeOf(text)
}

async function bySocket(url: URL, token: string): Promise<string> {
  const size = url.pathname.endsWith('/terminal') ? { columns: 80, rows: 24 } : {}
  const socket = new WebSocket(url.href.replace(/^http/, 'ws'))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  socket.once('open', () => socket.send(JSON.stringify({ kind: 'open', token, ...size })))
  socket.once('message', (bytes: Buffer) => resolve(codeOf(bytes.toString())))
  socket.once('error', reject)
  return promise.finally(() => socket.terminate())
}

function codeOf(text: string): string {
  try {
    const { code, error } = Object(JSON.parse(text))
    // The OpenAI API has its own error shape.
    return String(code ?? Object(error).code ?? '')
  } catch {
    // @NOTE a page or a file is not an error response
    return ''
  }
}
