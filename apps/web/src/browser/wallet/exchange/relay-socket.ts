import type { Timers } from '@gridloom/async/clock'
import { z } from 'zod'

/** A message of the relay: what is published under a topic, or a subscription to one. */
export interface RelayMessage {
  topic: string
  payload: string
}

interface RelaySocketOptions {
  /** The address of the relay, without a query. */
  relay: string
  /** The topic of answers to this page. */
  topic: string
  clock: Timers
  onMessage(message: RelayMessage): void
  /** The relay was not reached, after all tries. */
  onLost(): void
}

/** A connection to the relay, which is restored while it is needed. */
export interface RelaySocket {
  publish(message: RelayMessage): void
  close(): void
}

const Frame = z.object({ topic: z.string().max(200), payload: z.string() })

/** The largest frame that is read; signatures and accounts have some kilobytes. */
const frameCharsMax = 64 * 1_024
/** Messages that wait for the connection. */
const queueMax = 40
/** The waits before further tries. A connection that was open begins anew. */
const triesAfterMs = [500, 1_000, 2_000, 4_000] as const

/** Connects to the relay of WalletConnect 1: frames of JSON over a WebSocket, each acknowledged. */
export function openRelaySocket(options: RelaySocketOptions): RelaySocket {
  const { relay, topic, clock, onMessage, onLost } = options
  let waiting: string[] = []
  let tries = 0
  let cancelTry: (() => void) | undefined
  let socket = connect()
  let isClosed = false

  function connect(): WebSocket {
    const opening = new WebSocket(`${relay}?env=browser&protocol=wc&version=1`)
    opening.addEventListener('open', () => {
      tries = 0
      opening.send(frame('sub', { topic, payload: '' }))
      for (const text of waiting.splice(0)) opening.send(text)
    })
    opening.addEventListener('message', ({ data }) => receive(opening, data))
    opening.addEventListener('close', () => !isClosed && tryAgain())
    return opening
  }

  function tryAgain(): void {
    const waitMs = triesAfterMs[tries]
    tries += 1
    if (waitMs === undefined) return void onLost()
    cancelTry = clock.after(waitMs, () => {
      socket = connect()
    })
  }

  function receive(from: WebSocket, data: unknown): void {
    const message = messageIn(data)
    if (message === undefined || isClosed) return
    from.send(frame('ack', { topic: message.topic, payload: '' }))
    onMessage(message)
  }

  return {
    publish(message) {
      const text = frame('pub', message)
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
      else waiting = [...waiting, text].slice(-queueMax)
    },
    close() {
      isClosed = true
      cancelTry?.()
      socket.close()
    },
  }
}

function frame(type: 'pub' | 'sub' | 'ack', { topic, payload }: RelayMessage): string {
  return JSON.stringify({ topic, type, payload, silent: true })
}

/** The message of a frame; frames of strangers are ignored. */
function messageIn(data: unknown): RelayMessage | undefined {
  if (typeof data !== 'string' || data.length > frameCharsMax) return undefined
  const parsed = Frame.safeParse(jsonIn(data))
  return parsed.success ? parsed.data : undefined
}

/** Parsed JSON, or `undefined`. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE whoever knows a topic can publish anything under it
    return undefined
  }
}
