import type { IncomingMessage } from 'node:http'
import { plainText } from '@gridloom/contract/core/plain-text'
import { type OutsideRequest, openOutside } from './open-outside.ts'
import { failureAmid, failureOf, type Outside, type OutsideFailure } from './outside.ts'

/** The response, or the failure with what had arrived of it; see the texts of `webhookFailureTexts`. */
export interface PostResult {
  status: number | null
  failure: OutsideFailure | null
  /** The first 1 KiB as text on several lines, without control characters. */
  responseStart: string
  /** How long a 429 or 503 asks us to wait (RFC 9110, 10.2.3), in seconds of its own; `null`: it does not say. */
  retryAfterMs: number | null
}

/** Bytes of a response that are read, and those that are kept. A longer one is cut off; its status counts. */
const readBytesMax = 16 * 1024
const keptBytesMax = 1024

/** Posts to an address that a stranger chose; see `openOutside`. Never rejects. */
export async function postOutside(
  outside: Outside,
  post: Omit<OutsideRequest, 'method'>,
): Promise<PostResult> {
  try {
    const response = await openOutside(outside, { ...post, method: 'POST' })
    return await readStart(response, post.signal)
  } catch (error) {
    return {
      status: null,
      failure: failureOf(error, post.signal),
      responseStart: '',
      retryAfterMs: null,
    }
  }
}

/** Reads a response up to the limit. One that ends early is a failure, as the receiver may have failed as well. */
async function readStart(response: IncomingMessage, signal: AbortSignal): Promise<PostResult> {
  const status = response.statusCode ?? null
  const kept: Buffer[] = []
  let bytes = 0
  const result = (failure: OutsideFailure | null) => ({
    ...{ status, failure },
    responseStart: textOf(kept),
    retryAfterMs: retryAfterOf(response),
  })
  try {
    for await (const chunk of response) {
      const data: Buffer = chunk
      if (bytes < keptBytesMax) kept.push(data.subarray(0, keptBytesMax - bytes))
      bytes += data.length
      if (bytes >= readBytesMax) break
    }
    return result(null)
  } catch (error) {
    return result(failureAmid(error, signal))
  } finally {
    response.destroy()
  }
}

/** Only seconds: a date would be measured by a clock that is not ours. */
function retryAfterOf({ statusCode, headers }: IncomingMessage): number | null {
  const text = headers['retry-after'] ?? ''
  const isAsked = statusCode === 429 || statusCode === 503
  return isAsked && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null
}

function textOf(chunks: readonly Buffer[]): string {
  const lines = Buffer.concat(chunks).toString('utf8').split(/\r?\n/)
  return lines
    .map((line) => plainText(line, keptBytesMax))
    .join('\n')
    .trim()
}
