import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** A call as it passes, and what answers it: `pass`, a result, an error, or an HTTP status. */
export interface PassingCall {
  readonly method: string
  readonly params: readonly unknown[]
}
export type RpcAnswer =
  | 'pass'
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number }

/** An endpoint in front of a chain that answers some calls by itself: one that lags, lies or limits. */
export interface RpcProxy extends AsyncDisposable {
  readonly url: string
  /** The methods that were called. */
  readonly calls: readonly string[]
  /** Changes what it answers. */
  answer(by: (call: PassingCall) => RpcAnswer): void
}

const Call = z.looseObject({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) })
type Call = z.infer<typeof Call>

/** Starts an endpoint that passes all calls on to a chain; many in one request only where it takes batches. */
export async function startRpcProxy(
  chainUrl: string,
  { takesBatches }: { takesBatches: boolean } = { takesBatches: true },
): Promise<RpcProxy> {
  let answers: (call: PassingCall) => RpcAnswer = () => 'pass'
  const calls: string[] = []
  const headers = { 'content-type': 'application/json' }
  /** What is answered here: an HTTP status of its own, or the body of one call. */
  async function answered(call: Call): Promise<{ status: number } | { body: unknown }> {
    calls.push(call.method)
    const answer = answers(call)
    if (answer === 'pass') {
      const passed = await fetch(chainUrl, { method: 'POST', headers, body: JSON.stringify(call) })
      return passed.ok ? { body: await passed.json() } : { status: passed.status }
    }
    return 'status' in answer ? answer : { body: { jsonrpc: '2.0', id: call.id, ...answer } }
  }
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request))
    if (Array.isArray(body) && !takesBatches) {
      const error = { code: -32_600, message: 'batches are not supported' }
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
      return
    }
    const all = await Promise.all(z.array(Call).parse([body].flat()).map(answered))
    const failed = all.find((one) => 'status' in one)
    if (failed !== undefined) {
      response.writeHead(failed.status).end()
      return
    }
    const bodies = all.flatMap((one) => ('body' in one ? [one.body] : []))
    response.writeHead(200, headers).end(JSON.stringify(Array.isArray(body) ? bodies : bodies[0]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    answer: (by) => {
      answers = by
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
