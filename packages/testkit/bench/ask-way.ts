import { Agent, request } from 'node:http'
import { promptOf, type Script } from '../src/models/script.ts'
import type { Way } from './gateway-site.ts'

/** When the tokens of one answer arrived, and how many there were. */
export interface StreamedTokens {
  firstMs: number
  lastMs: number
  tokens: number
}

/** An agent whose connections are kept alive. */
export function keptConnections(): Agent {
  return new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
}

/** The request body. The script is part of the prompt, so that the upstream receives the same on every way. */
export function bodyFor(way: Way, script: Partial<Script>, stream: 'whole' | 'stream'): string {
  const messages = [
    { role: 'system', content: 'You are the upstream of a bench.' },
    { role: 'user', content: promptOf(script) },
  ]
  return JSON.stringify({ model: way.model, messages, stream: stream === 'stream' })
}

/** Requests a whole answer. Resolves with how long it took. @throws Error when it is refused */
export async function askWhole(way: Way, agent: Agent, body: string): Promise<number> {
  const startedMs = performance.now()
  await ask(way, { agent, body, onPiece: () => undefined })
  return performance.now() - startedMs
}

/** Requests a stream and reads it to its end; times count from the request. @throws Error when it is refused */
export async function askStream(way: Way, agent: Agent, body: string): Promise<StreamedTokens> {
  const startedMs = performance.now()
  const streamed: StreamedTokens = { firstMs: Number.NaN, lastMs: Number.NaN, tokens: 0 }
  let rest = ''
  await ask(way, {
    agent,
    body,
    onPiece(piece) {
      const text = rest + piece
      // Tokens are distinguished by their text: gateways may put several of them into one event.
      const tokens = text.split(/w\d+ /).length - 1
      rest = text.slice(text.lastIndexOf('\n') + 1)
      const now = tokens - (rest.split(/w\d+ /).length - 1)
      if (now <= 0) return
      streamed.tokens += now
      streamed.lastMs = performance.now() - startedMs
      if (Number.isNaN(streamed.firstMs)) streamed.firstMs = streamed.lastMs
    },
  })
  if (streamed.tokens === 0) throw new Error(`${way.name} sent no token`)
  return streamed
}

interface Asking {
  agent: Agent
  body: string
  onPiece: (piece: string) => void
}

export function ask(way: Way, { agent, body, onPiece }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(`${way.baseUrl}/chat/completions`, {
      method: 'POST',
      agent,
      headers: {
        ...way.headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    call.once('error', reject)
    call.once('response', (response) => {
      let refusal = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        if (response.statusCode === 200) onPiece(piece)
        else refusal += piece
      })
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${way.name}: ${response.statusCode} ${refusal.slice(0, 300)}`))
      })
    })
    call.end(body)
  })
}
