import type { Answer } from './fake-api.ts'

/** A server-sent event stream controlled by the test. */
export interface FakeStream {
  /** Answers a call with this stream; later calls receive the same events from then on. */
  answer: Answer
  send(event: string, payload: unknown): void
  /** Number of callers that read it now. */
  readers(): number
  /** Breaks the stream for all readers. */
  breakOff(): void
}

/** A stream that starts with the given events and stays open. */
export function fakeStream(
  first: readonly (readonly [event: string, payload: unknown])[] = [],
): FakeStream {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  const text = (event: string, payload: unknown) =>
    encoder.encode(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`)
  return {
    readers: () => open.size,
    breakOff() {
      for (const controller of open) controller.error(new TypeError('terminated'))
      open.clear()
    },
    send(event, payload) {
      for (const controller of open) controller.enqueue(text(event, payload))
    },
    answer({ signal }) {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined
      signal?.addEventListener('abort', () => {
        if (own === undefined || !open.delete(own)) return
        own.error(new DOMException('The call was ended by its caller.', 'AbortError'))
      })
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          open.add(controller)
          for (const [event, payload] of first) controller.enqueue(text(event, payload))
        },
        cancel() {
          if (own) open.delete(own)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  }
}
