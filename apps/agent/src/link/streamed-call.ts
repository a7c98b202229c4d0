import { readBody } from './call.ts'
import { replyLines } from './lines.ts'
import type { Route } from './router.ts'

/** A call whose answer is a stream of JSON values, over the request channel or a stream of its own. */
export interface StreamedCall {
  /** With `{name}` for each parameter, as in {@link Route}. */
  path: string
  /** The signal aborts when nobody wants the answer any more. A refusal ends it. */
  answer(
    params: Readonly<Record<string, string>>,
    body: unknown,
    signal: AbortSignal,
  ): AsyncIterable<unknown>
}

/** The route that answers each request on its own stream. */
export function streamedRoute({ path, answer }: StreamedCall): Route {
  return {
    path,
    answers: {
      POST: async (call) => {
        const body = await readBody(call)
        await replyLines(call, answer(call.params, body, call.signal))
      },
    },
  }
}
