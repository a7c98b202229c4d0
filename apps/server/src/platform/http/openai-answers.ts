import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyReply } from 'fastify'
import { openAiFailure } from './openai-failures.ts'
import { rateLimitHeaders } from './rate-limits.ts'

/**
 * Takes a response over from the framework, with the headers of the rate limit, which only the framework would send.
 * All others are on the raw response already: copying them, as `getHeaders` does, costs as much as parsing the request.
 */
export function takeOver(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack()
  for (const name of rateLimitHeaders) {
    const value = reply.getHeader(name)
    if (value !== undefined) raw.setHeader(name, value)
  }
  return raw
}

/** Sends a complete response past the framework, which would check its type and run its hooks once more. */
export function sendJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

interface Sending {
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
  { signal, refusalOf }: Sending,
): Promise<void> {
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
