import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, NetworkError } from './api-error.ts'
import type { LooseInput } from './call-options.ts'
import { networkFailure, openingLimitMs, type Sender, send } from './request.ts'
import { retryDelayMs } from './retry-delay.ts'

/** A stream that receives nothing, not even a comment, for this long is considered dead. */
export const streamSilentAfterMs = 45_000

/** An event as callers see it: `data` is the payload. */
export interface StreamEvent {
  event: string
  data: unknown
  id?: string
}

/** The events that end a stream, if its contract has one. */
const lastEvents = ['end', 'exit']

/**
 * The events of a call. A GET stream is reopened whenever it breaks, after a growing delay, from the last event
 * received; a POST stream is not, since that would repeat its work. Ends with the contract's last event or the caller's
 * signal; throws on an error that a retry cannot fix.
 */
export async function* followEvents(
  sender: Sender,
  endpoint: EndpointFacts,
  input: LooseInput,
): AsyncGenerator<StreamEvent, void, undefined> {
  const signal = input.signal ?? new AbortController().signal
  const finals = lastEvents.filter((name) => Object.hasOwn(endpoint.events, name))
  const openMs = sender.timeoutMs ?? openingLimitMs
  let lastEventId = input.lastEventId
  let failures = 0
  let opened: 'before' | 'never' = 'never'
  while (!signal.aborted) {
    try {
      const response = await send({ ...sender, timeoutMs: openMs }, endpoint, {
        ...input,
        ...resumeAfter(input, lastEventId),
      })
      opened = 'before'
      input.onState?.('open')
      for await (const event of readEvents(response, sender.clock, signal)) {
        failures = 0
        lastEventId = event.id ?? lastEventId
        yield event
        if (finals.includes(event.event)) return
      }
      throw new NetworkError('broken')
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      const attemptsMax = endpoint.method === 'GET' ? (input.attemptsMax ?? Infinity) : 1
      if (!mayTryAgain(error, opened) || failures >= attemptsMax) throw error
      input.onState?.('waiting')
      await pause(sender.clock, waitMs(sender, error, failures), signal)
    }
  }
}

function resumeAfter(
  input: LooseInput,
  id: string | undefined,
): { headers: Record<string, string> } {
  return { headers: { ...input.headers, ...(id === undefined ? {} : { 'last-event-id': id }) } }
}

/** After a restart of the server its machines reconnect slightly later than the client. */
function mayTryAgain(error: unknown, opened: 'before' | 'never'): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError)) return false
  if (error.code === 'machine_offline') return opened === 'before'
  return error.status >= 500 || error.status === 429
}

function waitMs({ random }: Sender, error: unknown, failures: number): number {
  const askedS = error instanceof ApiError ? (error.retryAfterS ?? 0) : 0
  return Math.max(askedS * 1000, retryDelayMs(failures, random))
}

/** The events of one connection, until it closes. Throws when it breaks or goes silent. */
async function* readEvents(
  response: Response,
  clock: Timers,
  caller: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  if (!response.body) throw new NetworkError('broken')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const arrived: EventSourceMessage[] = []
  let lastId: string | undefined
  const parser = createParser({
    onEvent(event) {
      // An event without an id has the id of the previous one (WHATWG HTML, section 9.2.6).
      lastId = event.id ?? lastId
      arrived.push({ ...event, id: lastId })
    },
  })
  try {
    while (!caller.aborted) {
      const bytes = await readPiece(reader, clock, caller)
      if (bytes === undefined) return
      parser.feed(decoder.decode(bytes, { stream: true }))
      yield* arrived.splice(0).map(openPayload)
    }
  } finally {
    // @NOTE the connection is dropped either way: a failed cancel leaves nothing to end
    await reader.cancel().catch(() => undefined)
  }
}

interface PieceReader {
  read(): Promise<{ value?: Uint8Array | undefined; done: boolean }>
}

async function readPiece(
  reader: PieceReader,
  clock: Timers,
  caller: AbortSignal,
): Promise<Uint8Array | undefined> {
  const silent = Promise.withResolvers<never>()
  const cancel = clock.after(streamSilentAfterMs, () => silent.reject(new NetworkError('timeout')))
  try {
    const piece = await Promise.race([reader.read(), silent.promise])
    return piece.value
  } catch (cause) {
    if (cause instanceof NetworkError) throw cause
    throw networkFailure(cause, { caller })
  } finally {
    cancel()
  }
}

function openPayload(wire: EventSourceMessage): StreamEvent {
  const payload: unknown = parsePayload(wire.data)
  const event = { event: wire.event ?? 'message', data: payload }
  return wire.id === undefined ? event : { ...event, id: wire.id }
}

function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NetworkError('broken', { cause })
  }
}
