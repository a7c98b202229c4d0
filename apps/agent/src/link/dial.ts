import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { asError } from '@gridloom/async/as-error'
import { agentHeaders, agentUpgrade, connectStatement } from '@gridloom/contract/agent/protocol'
import { machines } from '@gridloom/contract/machines/endpoints'
import { ControlPlaneUnreachable, callControlPlane, callRefusal } from '../control-plane/call.ts'
import type { Identity } from '../identity/membership.ts'

const refusalCharsMax = 64 * 1024

/**
 * Dials the control plane: requests a nonce, signs it and requests the upgrade. Returns the socket on which HTTP/2 is
 * then served. `more`: headers of the upgrade. Throws `ControlPlaneRefused` or `ControlPlaneUnreachable`.
 */
export async function dial(
  { membership, key }: Identity,
  signal: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): Promise<Duplex> {
  const { machine_id, server_url } = membership
  const { nonce } = await callControlPlane({
    serverUrl: server_url,
    endpoint: machines.challenge,
    body: { machine_id },
    signal,
  })
  const headers = {
    connection: 'Upgrade',
    upgrade: agentUpgrade,
    [agentHeaders.machine]: machine_id,
    [agentHeaders.nonce]: nonce,
    [agentHeaders.signature]: key.sign(connectStatement(machine_id, nonce)),
    ...more,
  }
  return upgrade(new URL(machines.connect.path, server_url), headers, signal)
}

function upgrade(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
  const open = url.protocol === 'https:' ? secureRequest : plainRequest
  const request = open(url, { method: 'GET', headers, agent: false })
  const giveUp = () => request.destroy(asError(signal.reason))
  signal.addEventListener('abort', giveUp, { once: true })
  request.once('upgrade', (_, socket, head) => resolve(readied(socket, head)))
  request.once('response', (response) => refusalIn(response).then(reject, reject))
  request.once('error', (cause) => reject(unreachable(url, cause)))
  request.end()
  if (signal.aborted) giveUp()
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}

/**
 * Prepares the socket for HTTP/2. Bytes that came with the upgrade belong to HTTP/2 and are put back to be read there.
 */
function readied(socket: Socket, head: Buffer): Duplex {
  socket.setNoDelay(true)
  if (head.length > 0) socket.unshift(head)
  return socket
}

async function refusalIn(response: IncomingMessage): Promise<Error> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    text += part
    if (text.length > refusalCharsMax) break
  }
  return callRefusal(response.statusCode ?? 0, text)
}

function unreachable(url: URL, cause: Error): Error {
  return new ControlPlaneUnreachable(`${url.origin} cannot be reached: ${cause.message}`, { cause })
}
