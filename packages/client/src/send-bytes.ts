import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { NetworkError } from './api-error.ts'
import type { LooseInput } from './call-options.ts'
import { type Sender, send } from './request.ts'

/** A stretch of a few megabytes gets through a line of a tenth of a megabit. */
const timeoutMs = 5 * 60_000

/** Sends bytes of an upload by the tus protocol, once, and resolves with the offset that it is at then. */
export async function sendBytes(
  sender: Sender,
  endpoint: Endpoint,
  input: LooseInput,
): Promise<number> {
  const response = await send({ ...sender, timeoutMs }, endpoint, {
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
