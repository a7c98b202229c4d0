import { setTimeout as pause } from 'node:timers/promises'
import { Scope } from '@gridloom/contract/scopes'
import type { Person } from '../../src/product.ts'
import { signIn, signUp } from '../../src/sign-up.ts'
import { startWithResources } from '../strangers/resources.ts'
import { type Answer, type DocumentedCall, readDocument } from './document.ts'
import { exampleInput, type Input, knownThings } from './inputs.ts'

/** An answer that takes longer fails the test. */
const answerMs = 15_000

/** Waiting for events costs this per stream and caller. */
const eventsMs = 100

/** The owner is last: what a call ends or removes is theirs. */
export const callers = ['visitor', 'newcomer', 'key', 'stranger', 'operator', 'owner'] as const
export type CallerName = (typeof callers)[number]

/** A server with a machine and one of everything, and everybody who may call it. */
export type Site = Awaited<ReturnType<typeof openSite>>

/** Calls after which the session of the caller is over, another one, or no longer re-authenticated. */
const endsSession =
  /^auth\.(refresh|logout|actAs|confirm|end|updatePassword|verifyOtp)|enterAccessCode$/

export async function openSite() {
  await using opened = new AsyncDisposableStack()
  const { product, owner, resources } = opened.use(await startWithResources())
  const { server } = product
  const { id: offerId } = await product.offerOf()
  const stranger = await product.newcomer()
  const makers: Readonly<Record<CallerName, () => Promise<string | undefined>>> = {
    visitor: async () => undefined,
    newcomer: () => signUp(server, { access: false }),
    key: async () => {
      const body = { name: `key ${Math.random()}`, scopes: [...Scope.options] }
      const token = await signIn(server, passwordOf(owner))
      return (await server.client(token).keys.generateApiKey({ body })).key
    },
    stranger: () => signIn(server, passwordOf(stranger)),
    operator: () => signIn(server),
    owner: () => signIn(server, passwordOf(owner)),
  }
  const tokens = new Map<CallerName, string | undefined>()
  const document = readDocument(await (await fetch(`${server.url}/api/openapi.json`)).json())
  const known = knownThings([...Object.values(resources.own), offerId])
  const open = opened.move()
  return {
    document,
    /** The example of the document, about things that exist. */
    inputFor(call: DocumentedCall): Input {
      const input = exampleInput(call, known)
      if (!call.path.startsWith('/api/companies/')) return input
      return { ...input, params: { ...input.params, ...resources.company } }
    },
    /** Waits until what earlier calls have stopped is at rest: until then, it cannot be started. */
    settled: () =>
      product.until({
        read: () =>
          server.container.db
            .withTables<{ instances: { state: string } }>()
            .selectFrom('instances')
            .select('state')
            .where('state', '=', 'stopping')
            .execute(),
        satisfies: (stopping) => stopping.length === 0,
      }),
    entitled: ({ id }: DocumentedCall): CallerName =>
      id.startsWith('operator.') || id.startsWith('audit.listAll') ? 'operator' : 'owner',
    async send(call: DocumentedCall, caller: CallerName, input: Input): Promise<Answer> {
      if (!tokens.has(caller)) tokens.set(caller, await makers[caller]())
      const sent = { call, input, token: tokens.get(caller) }
      // @NOTE the server may close a connection whose body it refused: the call is then sent on another one.
      const answer = await exchange(server.url, sent).catch(() => exchange(server.url, sent))
      if (answer.status < 400) known.learnFrom(answer.body)
      if (answer.status === 401 || endsSession.test(call.id)) tokens.delete(caller)
      return answer
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

function passwordOf({ email, password }: Person) {
  return { email, password }
}

/** Whether a call answers with events, of which only the first are read. */
export function isStreamed({ operation }: DocumentedCall): boolean {
  const content = operation.responses['200']?.content ?? {}
  return Object.keys(content).join() === 'text/event-stream'
}

/** One request, and the token of whoever makes it. */
export interface Exchange {
  call: DocumentedCall
  input: Input
  token: string | undefined
}

export async function exchange(
  serverUrl: string,
  { call, input, token }: Exchange,
): Promise<Answer> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params[name] ?? 'nothing'),
  )
  const url = new URL(path, serverUrl)
  url.search = new URLSearchParams(input.query).toString()
  const stop = new AbortController()
  const response = await fetch(url, {
    method: call.method,
    redirect: 'manual',
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(answerMs)]),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  })
  const contentType = response.headers.get('content-type') ?? ''
  const body = await bodyOf(response, contentType)
  stop.abort()
  return { status: response.status, contentType, body }
}

/** The events that arrive at once, each as its name and data; later ones are left unread. */
async function firstEvents(response: Response): Promise<unknown[]> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const read = await Promise.race([reader?.read(), pause(eventsMs)])
    if (read === undefined || read.done) break
    text += read.value
  }
  // @NOTE a stream that ended by itself cannot be cancelled, and need not be.
  await reader?.cancel().catch(() => undefined)
  return text.split('\n\n').slice(0, -1).flatMap(eventIn)
}

/** Comments, as `: connected`, are no events. Source: HTML, "Server-sent events". */
function eventIn(block: string): unknown[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()] as const
    }),
  )
  const [event, data, id] = ['event', 'data', 'id'].map((name) => fields.get(name))
  if (data === undefined || event === undefined) return []
  return [{ event, data: JSON.parse(data), ...(id === undefined ? {} : { id }) }]
}

async function bodyOf(response: Response, contentType: string): Promise<unknown> {
  if (contentType.startsWith('text/event-stream')) return firstEvents(response)
  const text = await response.text()
  return contentType.startsWith('application/json') ? JSON.parse(text) : text
}
