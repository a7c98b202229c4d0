import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { NetworkError } from './api-error.ts'
import type { LooseInput } from './call-options.ts'
import { type Sender, send } from './request.ts'

/** Long enough to send a segment of a few megabytes over a connection of 0.1 Mbit/s. */
const segmentLimitMs = 5 * 60_000

/** Sends bytes of an upload by the tus protocol, once, and resolves with the new offset. */
export async function sendBytes(
  sender: Sender,
  endpoint: EndpointFacts,
  input: LooseInput,
): Promise<number> {
  const response = await send({ ...sender, timeoutMs: segmentLimitMs }, endpoint, {
    ...input,
    headers: {
      ...input.headers,
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': String(input.offset ?? 0),
    },
  })
  const offset = response.headers.get('upload-offset')
  if (offset === null || !/^\d{1,15}$/.test(offset)) throw new NetworkError('broken')
  return Number(offset)
}
