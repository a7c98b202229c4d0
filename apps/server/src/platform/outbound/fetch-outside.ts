import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type OutsideRequest, openOutside } from './open-outside.ts'
import { failureAmid, type Outside, OutsideFailed } from './outside.ts'

/** A complete response. */
export interface OutsideResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A response that has more bytes than the caller reads. */
export class OutsideTooLarge extends Error {
  override readonly name = 'OutsideTooLarge'
}

/**
 * Gets a document of at most `bytesMax` from an address that a stranger chose, or posts to it; see `openOutside`.
 * @throws OutsideFailed, OutsideTooLarge
 */
export async function fetchOutside(
  outside: Outside,
  {
    bytesMax,
    method = 'GET',
    ...rest
  }: Omit<OutsideRequest, 'method'> & {
    bytesMax: number
    method?: OutsideRequest['method']
  },
): Promise<OutsideResponse> {
  const response = await openOutside(outside, { ...rest, method })
  try {
    const body = await readBody(response, bytesMax)
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  } catch (error) {
    if (error instanceof OutsideTooLarge) throw error
    throw new OutsideFailed(failureAmid(error, rest.signal), error)
  } finally {
    response.destroy()
  }
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    const data: Buffer = chunk
    bytes += data.length
    if (bytes > bytesMax) throw new OutsideTooLarge(`a response has more than ${bytesMax} bytes`)
    chunks.push(data)
  }
  return Buffer.concat(chunks)
}
