import type { Fetch } from '@gridloom/client/request'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { expect, onTestFinished } from 'vitest'
import { breachesOf } from './contract-check.ts'
import type { SeenCall } from './seen-call.ts'

export type Answer = (call: SeenCall) => Response | Promise<Response>
export type Answers = Record<string, Answer>

export interface FakeApi {
  fetch: Fetch
  calls: readonly SeenCall[]
  /** Returns the calls to one endpoint, in order. */
  callsTo(to: string): SeenCall[]
  /** Replaces an answer from now on. */
  answer(to: string, answer: Answer): void
  /** Sends an event to every open stream at `/api/events`. */
  publish(event: string, payload: unknown): void
  /** Breaks every open event stream. */
  breakStreams(): void
}

/**
 * A fake of the API at the network level: calls without an answer get a 404. A test fails if a successful answer
 * violates the contract.
 */
export function createFakeApi(given: Answers): FakeApi {
  const answers = { ...given }
  const calls: SeenCall[] = []
  const streams = createStreams()
  const checks: Promise<string[]>[] = []
  onTestFinished(async () => expect((await Promise.all(checks)).flat()).toEqual([]))
  return {
    calls,
    callsTo: (to) => calls.filter((call) => call.to === to),
    answer: (to, answer) => {
      answers[to] = answer
    },
    publish: streams.publish,
    breakStreams: streams.breakAll,
    async fetch(address, init) {
      const call = readCall(address, init)
      calls.push(call)
      const answer = answers[call.to]
      if (answer) {
        const response = await answer(call)
        checks.push(breachesOf(call, response))
        return response
      }
      return call.to === 'GET /api/events' ? streams.open() : refuse('not_found')(call)
    },
  }
}

/** A successful response in the API's default envelope. */
export function ok(reply: unknown, status = 200): Answer {
  return () => Response.json({ status: 'success', data: reply }, { status })
}

/** A successful response without an envelope. */
export function bare(reply: unknown): Answer {
  return () => Response.json(reply)
}

/** A rejection with an error code. */
export function refuse(
  code: ErrorCode,
  more: { error?: string; fields?: object; details?: object } = {},
): Answer {
  const { status, text } = errorCodes[code]
  return () => Response.json({ status: 'error', error: text, code, ...more }, { status })
}

/** A network error, as without a connection. */
export function unreachable(): Answer {
  return () => Promise.reject(new TypeError('fetch failed'))
}

/** Answers in turn; the last one repeats. */
export function inTurn(...turns: readonly Answer[]): Answer {
  let asked = 0
  return (call) => {
    const turn = turns[Math.min(asked, turns.length - 1)] ?? unreachable()
    asked += 1
    return turn(call)
  }
}

/** An answer that waits until the test releases it. */
export function held(answer: Answer): { answer: Answer; letGo: () => void } {
  const gate = Promise.withResolvers<void>()
  return {
    letGo: () => gate.resolve(),
    answer: async (call) => {
      await gate.promise
      return answer(call)
    },
  }
}

function readCall(address: string, init: RequestInit): SeenCall {
  const { pathname, searchParams } = new URL(address)
  const headers = new Headers(init.headers)
  return {
    to: `${init.method} ${pathname}`,
    query: Object.fromEntries(searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    token: headers.get('authorization')?.replace('Bearer ', ''),
    key: headers.get('idempotency-key') ?? undefined,
    signal: init.signal ?? undefined,
  }
}

function createStreams() {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  return {
    open(): Response {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          open.add(controller)
        },
        cancel() {
          if (own) open.delete(own)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    publish(event: string, payload: unknown): void {
      const text = `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`
      for (const controller of open) controller.enqueue(encoder.encode(text))
    },
    breakAll(): void {
      for (const controller of open) controller.error(new TypeError('terminated'))
      open.clear()
    },
  }
}
