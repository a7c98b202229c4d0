import { ApiError, NetworkError, refusedInFrame } from './api-error.ts'
import type { Client } from './calls.ts'
import type { Socket } from './socket.ts'

/** A socket whose server has confirmed that it is ready, and the confirmation. */
export interface OpenedSocket {
  socket: Socket
  answer: Readonly<Record<string, unknown>>
}

/**
 * Opens a socket and waits for `{kind:'opened'}`. If a frame reports that the token has expired, refreshes it with an
 * ordinary call and opens the socket once more, as there is no HTTP response that could report it. Rejects with
 * ApiError when it is refused.
 */
export async function untilOpened(
  client: Client,
  open: () => Promise<Socket>,
): Promise<OpenedSocket> {
  try {
    return await openOnce(open)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'token_expired') throw error
    await client.accounts.details()
    return openOnce(open)
  }
}

async function openOnce(open: () => Promise<Socket>): Promise<OpenedSocket> {
  const socket = await open()
  try {
    const answer = await firstControl(socket)
    if (answer.kind === 'opened') return { socket, answer }
    if (answer.kind !== 'refused') throw new NetworkError('broken')
    throw refusedInFrame(String(answer.code), String(answer.error))
  } catch (error) {
    socket.close()
    throw error
  }
}

/** The first control frame. Later frames wait in the socket for its next listener. */
function firstControl(socket: Socket): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    socket.onFrame((frame) => {
      if (frame.kind === 'bytes') return
      socket.onFrame(undefined)
      if (frame.kind === 'closed') reject(new NetworkError('broken'))
      else resolve(Object.fromEntries(Object.entries(Object(frame.control))))
    })
  })
}
