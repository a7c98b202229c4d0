import { stat } from 'node:fs/promises'
import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Failure } from '@gridloom/contract/core/replies'
import { OpenAiError } from '@gridloom/contract/models/openai-error'
import type { AgentBundles, Toolboxes } from '@gridloom/server/features/installers/index'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openAccount, openOperator } from '../../src/open-account.ts'
import { startServer, type TestServer } from '../../src/server.ts'
import { type RawRequest, rawRequests } from './raw-request.ts'

/** Requests for each endpoint and caller. */
const runsEach = 25

const endpoints = Object.entries(api).flatMap(([area, members]) =>
  Object.entries(members).map(([name, one]): [string, Endpoint] => [`${area}.${name}`, one]),
)

it('answers any input with success or a documented error, never with a 5xx', async () => {
  await using site = await setup()
  for (const [name, endpoint] of endpoints) {
    if (endpoint.transport === 'websocket' || endpoint.auth === 'machine') continue
    await fc.assert(
      fc.asyncProperty(rawRequests(endpoint), site.callers, async (request, caller) => {
        const { status, text } = await site.send(endpoint, request, caller)
        const context = `${name} as ${caller}: ${status} ${text.slice(0, 300)}`
        // Some of it turns maintenance on, which the health check then reports.
        const isExcused = text.includes('"under_maintenance"') || isUpstream(endpoint, status, text)
        if (!isExcused) expect(status, context).toBeLessThan(500)
        const Refusal = endpoint.transport === 'openai' ? OpenAiError : Failure
        if (status >= 400) expect(Refusal.safeParse(JSON.parse(text)).success, context).toBe(true)
      }),
      { numRuns: runsEach },
    )
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
}, 240_000)

it('rejects all input without a token wherever a token is required', async () => {
  await using site = await setup()
  for (const [name, endpoint] of endpoints) {
    if (endpoint.transport === 'websocket' || endpoint.auth === 'public') continue
    await fc.assert(
      fc.asyncProperty(rawRequests(endpoint), async (request) => {
        const { status } = await site.send(endpoint, request, 'visitor')
        expect([400, 401, 404, 413, 414, 415], `${name}: ${status}`).toContain(status)
      }),
      { numRuns: 4 },
    )
  }
}, 120_000)

/** Whether a place outside failed, which the document says: an image's registry does not answer from here. */
function isUpstream({ errors }: Endpoint, status: number, text: string): boolean {
  if (status !== 502) return false
  const failure = Failure.safeParse(JSON.parse(text))
  return failure.success && errors.some((code) => code === failure.data.code)
}

/** Real ones take seconds to fetch and pack, and are tens of megabytes. */
const agentBundles: AgentBundles = {
  bundleFor: async () => {
    const path = import.meta.filename
    const { size: bytes } = await stat(path)
    return { path, fileName: 'agent.tar.gz', bytes, sha256: '0'.repeat(64) }
  },
}

/** Only the platform of this machine is built here. */
const toolboxes: Toolboxes = {
  toolboxFor: async () => {
    const path = import.meta.filename
    const { size: bytes } = await stat(path)
    return { path, fileName: 'toolbox.tar.zst', bytes, sha256: '0'.repeat(64) }
  },
}

type CallerKind = 'visitor' | 'newcomer' | 'member' | 'operator'

async function setup() {
  const server = await startServer({ agentBundles, toolboxes })
  const tokens = new Map<CallerKind, string>()
  return {
    callers: fc.constantFrom<CallerKind>('visitor', 'newcomer', 'member', 'operator'),
    async send(endpoint: Endpoint, request: RawRequest, caller: CallerKind) {
      const token = await tokenOf(server, tokens, caller)
      const response = await fetch(`${server.url}${request.path}`, {
        method: endpoint.method,
        redirect: 'manual',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(request.body === undefined ? {} : { 'content-type': request.contentType }),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      const { status } = response
      // An open stream counts as answered; the test does not wait for its end.
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      const text = isStream ? '' : await response.text()
      if (isStream) await response.body?.cancel()
      // Some calls end the session that makes them, unless they are rejected: the next call signs in again.
      const mayEnd = endpoint.method === 'DELETE' || endpoint.auth === 'refresh'
      if (status === 401 || (mayEnd && response.ok)) tokens.delete(caller)
      return { status, text }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function tokenOf(
  server: TestServer,
  tokens: Map<CallerKind, string>,
  caller: CallerKind,
): Promise<string | undefined> {
  if (caller === 'visitor') return undefined
  const held = tokens.get(caller)
  if (held !== undefined) return held
  const token =
    caller === 'operator'
      ? await openOperator(server)
      : await openAccount(server, { access: caller === 'member' })
  tokens.set(caller, token)
  return token
}
