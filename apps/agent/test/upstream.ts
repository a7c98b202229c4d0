import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { portOf } from './file-server.ts'

/** One call that an engine received. */
export interface UpstreamCall {
  path: string
  body: Record<string, unknown>
  headers: IncomingMessage['headers']
  response: ServerResponse
  /** Resolves when the caller has disconnected, or the response is complete. */
  closed: Promise<void>
}

export interface UpstreamStandIn extends AsyncDisposable {
  readonly url: URL
  readonly calls: UpstreamCall[]
  /** Returns how many connections were ever opened. */
  connections(): number
  /** Stops listening, and cuts every connection. */
  die(): Promise<void>
}

/**
 * Starts a real HTTP server in place of engines such as vLLM: `answer` handles each call except `/models`, which lists
 * one model of `owner`.
 */
export async function startUpstream(
  answer: (call: UpstreamCall) => void,
  modelsStatus = 200,
  owner = 'somebody',
): Promise<UpstreamStandIn> {
  const calls: UpstreamCall[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/models')
      return void response
        .writeHead(modelsStatus)
        .end(JSON.stringify({ data: [{ id: 'upstream-name', owned_by: owner }] }))
    if (request.headers['x-gridloom-probe'] !== undefined)
      return void response.end(JSON.stringify(probeAnswer))
    const closed = new Promise<void>((resolve) => response.once('close', () => resolve()))
    const body = asRecord(await json(request))
    const call = { path: request.url ?? '', body, headers: request.headers, response, closed }
    calls.push(call)
    answer(call)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const die = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: new URL(`http://127.0.0.1:${portOf(server.address())}/v1`),
    calls,
    connections: () => connections,
    die,
    [Symbol.asyncDispose]: die,
  }
}

/** Shows every feature that is probed. */
export const probeAnswer = {
  choices: [{ text: 'a', message: { content: '{"word":"gridloom"}', tool_calls: [{}] } }],
  data: [{ embedding: [1] }],
}

/** Formats events as engines write them, ended by `[DONE]` by default. */
export function eventsOf(chunks: readonly unknown[], end = 'data: [DONE]\n\n'): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + end
}

export function aDelta(content: string, finish: string | null = null) {
  return { choices: [{ index: 0, delta: { content }, finish_reason: finish }] }
}

export const aUsage = {
  choices: [],
  usage: {
    prompt_tokens: 20,
    completion_tokens: 3,
    total_tokens: 23,
    prompt_tokens_details: { cached_tokens: 16 },
  },
}

/** Named cast: the agent sends objects only. */
function asRecord(body: unknown): Record<string, unknown> {
  return body as Record<string, unknown>
}
