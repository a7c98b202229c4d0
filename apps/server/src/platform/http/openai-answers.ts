import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Refused } from '@gridloom/contract/errors'
import { openAiFailure } from './openai-failures.ts'

type Headers = Readonly<Record<string, number | string | string[] | undefined>>

/** Sends a complete response past the framework, which would check its type and run its hooks once more. */
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
  /** Headers beside those of every stream. */
  headers: Headers
  /** Aborts when the reader leaves or the server stops. */
  signal: AbortSignal
  /** Maps a failure midway to the error that the reader receives. */
  refusalOf(error: unknown): Refused
}

/**
 * Sends chunks, each as JSON text, like OpenAI's streams: `data:` events, then `[DONE]`. The next chunk is requested
 * when the last has left our buffers. A failure midway is an event with `error`, and the end.
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
    // Proxies that buffer (nginx) would delay events.
    'x-accel-buffering': 'no',
  })
  try {
    for await (const chunk of chunks) {
      if (!response.write(`data: ${chunk}\n\n`)) await once(response, 'drain', { signal })
    }
    response.end('data: [DONE]\n\n')
  } catch (error) {
    // @NOTE a reader that has left needs no error; any other receives it in the stream itself.
    if (response.destroyed) return
    const refused = signal.aborted ? new Refused('not_ready') : refusalOf(error)
    response.end(`data: ${JSON.stringify(openAiFailure(refused, response.req.url ?? ''))}\n\n`)
  }
}

/** Headers that hooks wrote onto the response itself are already there. */
function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !response.hasHeader(name)) response.setHeader(name, value)
  }
}
