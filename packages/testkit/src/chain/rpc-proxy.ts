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

/** Starts an endpoint that passes all calls on to a chain. */
export async function startRpcProxy(chainUrl: string): Promise<RpcProxy> {
  let answers: (call: PassingCall) => RpcAnswer = () => 'pass'
  const calls: string[] = []
  const headers = { 'content-type': 'application/json' }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const call = Call.parse(JSON.parse(body))
    calls.push(call.method)
    const answer = answers(call)
    if (answer === 'pass') {
      const passed = await fetch(chainUrl, { method: 'POST', headers, body })
      response.writeHead(passed.status, headers).end(await passed.text())
    } else if ('status' in answer) response.writeHead(answer.status).end()
    else
      response
        .writeHead(200, headers)
        .end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...answer }))
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
