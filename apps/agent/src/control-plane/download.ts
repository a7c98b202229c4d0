import { CommandRefused } from '../command-refused.ts'
import { ControlPlaneUnreachable, callRefusal, rootOf } from './call.ts'

const textBytesMax = 64 * 1024

/** Requests a file of the control plane. @throws ControlPlaneRefused, ControlPlaneUnreachable */
export async function request(url: URL, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { redirect: 'error', signal }).catch((cause: unknown) => {
    throw new ControlPlaneUnreachable(`${url.origin} cannot be reached: ${rootOf(cause)}`, {
      cause,
    })
  })
  if (response.ok) return response
  throw callRefusal(response.status, await textOf(response))
}

/** Reads a short text. @throws CommandRefused if it is longer than 64 KiB */
export async function textOf(response: Response): Promise<string> {
  const pieces = await Array.fromAsync(bounded(response, textBytesMax))
  return Buffer.concat(pieces).toString().trim()
}

/** Yields a body of at most so many bytes. @throws CommandRefused if it is larger */
export async function* bounded(
  { body, url }: Response,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > bytesMax) throw new CommandRefused(`${url} is larger than ${bytesMax} bytes.`)
    yield piece
  }
}
