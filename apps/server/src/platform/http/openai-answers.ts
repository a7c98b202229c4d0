import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Refused } from '@gridloom/contract/errors'
import { openAiFailure } from './openai-failures.ts'

type Headers = Readonly<Record<string, number | string | string[] | undefined>>

/** Sends an answer that is there, past the framework, which would ask for its type and its hooks once more. */
export function sendJson(response: ServerResponse, body: unknown, headers: Headers): void {
  const text = JSON.stringify(body)
  setHeaders(response, headers)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

interface Sending {
  /** What the answer carries beside what every stream does. */
  headers: Headers
  /** Aborts when the reader goes or the server stops. */
  signal: AbortSignal
  /** What a failure in the middle becomes for the reader. */
  refusalOf(error: unknown): Refused
}

/**
 * Sends chunks, each the JSON text of one, as OpenAI's streams are: `data:` events, then `[DONE]`. The next chunk is
 * asked for when the last has left our buffers. A failure in the middle is an event with `error`, and the end.
 */
export async function sendChunks(
  response: ServerResponse,
  chunks: AsyncIterable<string>,
  { headers, signal, refusalOf }: Sending,
): Promise<void> {
  setHeaders(response, headers)
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that buffer (nginx) would hold events back.
    'x-accel-buffering': 'no',
  })
  try {
    for await (const chunk of chunks) {
      if (!response.write(`data: ${chunk}\n\n`)) await once(response, 'drain', { signal })
    }
    response.end('data: [DONE]\n\n')
  } catch (error) {
    // @NOTE nobody reads on when the reader is gone; everybody else is told in the stream itself.
    if (response.destroyed) return
    const refused = signal.aborted ? new Refused('not_ready') : refusalOf(error)
    response.end(`data: ${JSON.stringify(openAiFailure(refused, response.req.url ?? ''))}\n\n`)
  }
}

/** Those that hooks wrote onto the response itself are there already. */
function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !response.hasHeader(name)) response.setHeader(name, value)
  }
}
