import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { NetworkError } from './api-error.ts'
import type { LooseInput } from './call-options.ts'
import { callUrl, networkFailure, openingLimitMs, type Sender } from './request.ts'

/** A message of a socket: bytes, a control frame (JSON text), or its end. */
export type Frame =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'control'; control: unknown }
  | { kind: 'closed'; code: number; reason: string }

/** An open WebSocket whose first frame, with the token, has been sent. */
export interface Socket {
  sendBytes(bytes: Uint8Array<ArrayBuffer>): void
  sendControl(control: object): void
  /** Bytes accepted by `sendBytes` that were not sent yet: wait while this is large. */
  readonly bufferedBytes: number
  /** Sets the frame handler, or removes it; waiting frames are delivered at once. `closed` comes last. */
  onFrame(take: ((frame: Frame) => void) | undefined): void
  /** Pauses or resumes the other side. Does nothing in browsers, whose sockets cannot pause. */
  hold(): void
  release(): void
  /** Gives back the memory of bytes of a frame that nobody reads any more, each once; need not be called. */
  reclaim(bytes: Uint8Array): void
  close(): void
}

/** Creates a WebSocket that gives bytes as `ArrayBuffer` or `Uint8Array`; browsers and Node have a global one. */
export type SocketMaker = (url: string) => WebSocket

/** Opens a WebSocket endpoint and sends `{kind:'open', token, ...hello}`. Rejects with NetworkError. */
export async function openSocket(
  sender: Sender & { makeSocket: SocketMaker },
  endpoint: EndpointFacts,
  input: LooseInput,
): Promise<Socket> {
  const url = callUrl(sender.hosts, endpoint, input)
  url.protocol = url.protocol.replace('http', 'ws')
  const raw = sender.makeSocket(url.href)
  const socket = wrap(raw)
  await opened(raw, sender, input.signal)
  socket.sendControl({ kind: 'open', token: sender.session.read() ?? '', ...input.hello })
  return socket
}

async function opened(raw: WebSocket, sender: Sender, caller: AbortSignal | undefined) {
  const open = Promise.withResolvers<void>()
  const cancel = sender.clock.after(sender.timeoutMs ?? openingLimitMs, () =>
    open.reject(new NetworkError('timeout')),
  )
  const abort = () => open.reject(networkFailure(undefined, { caller }))
  raw.addEventListener('open', () => open.resolve(), { once: true })
  raw.addEventListener('close', () => open.reject(new NetworkError('unreachable')), { once: true })
  caller?.addEventListener('abort', abort, { once: true })
  caller?.addEventListener('abort', () => raw.close(), { once: true })
  if (caller?.aborted) abort()
  try {
    await open.promise
  } catch (error) {
    raw.close()
    throw error
  } finally {
    cancel()
    caller?.removeEventListener('abort', abort)
  }
}

function wrap(raw: WebSocket): Socket {
  let take: ((frame: Frame) => void) | undefined
  const waiting: Frame[] = []
  const flow = canPause(raw) ? raw : undefined
  const memory = canReclaim(raw) ? raw : undefined
  const give = (frame: Frame) => (take ? take(frame) : waiting.push(frame))
  // @NOTE the close event reports the same; without a listener Node would end the process
  raw.addEventListener('error', () => undefined)
  raw.addEventListener('message', (event) => give(frameOf(event.data)))
  raw.addEventListener('close', ({ code, reason }) => give({ kind: 'closed', code, reason }), {
    once: true,
  })
  return {
    sendBytes: (bytes) => raw.send(bytes),
    sendControl: (control) => raw.send(JSON.stringify(control)),
    get bufferedBytes() {
      return raw.bufferedAmount
    },
    onFrame(next) {
      take = next
      while (take !== undefined) {
        const frame = waiting.shift()
        if (frame === undefined) return
        take(frame)
      }
    },
    hold: () => flow?.pause(),
    release: () => flow?.resume(),
    reclaim: (bytes) => memory?.reclaim(bytes),
    close: () => raw.close(),
  }
}

interface Pausable {
  pause(): void
  resume(): void
}

function canPause(raw: object): raw is Pausable {
  return 'pause' in raw && typeof raw.pause === 'function' && 'resume' in raw
}

interface Reclaiming {
  reclaim(bytes: Uint8Array): void
}

/** A socket of ours reads into memory that it uses again. */
function canReclaim(raw: object): raw is Reclaiming {
  return 'reclaim' in raw && typeof raw.reclaim === 'function'
}

function frameOf(payload: unknown): Frame {
  if (payload instanceof Uint8Array) return { kind: 'bytes', bytes: payload }
  if (payload instanceof ArrayBuffer) return { kind: 'bytes', bytes: new Uint8Array(payload) }
  return { kind: 'control', control: parseControl(String(payload)) }
}

function parseControl(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE an unreadable control frame becomes undefined, which every reader of frames rejects
    return undefined
  }
}
