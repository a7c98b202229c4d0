import { readBody } from './call.ts'
import { replyLines } from './lines.ts'
import type { Route } from './router.ts'

/** What answers the questions to one path, be they asked on the exchange or on a stream of their own. */
export interface Talk {
  /** With `{name}` for each parameter, as in {@link Route}. */
  path: string
  /** The signal aborts when nobody wants the answer any more. A refusal ends it. */
  answer(
    params: Readonly<Record<string, string>>,
    body: unknown,
    signal: AbortSignal,
  ): AsyncIterable<unknown>
}

/** Answers each question on the stream that it came on. */
export function talkRoute({ path, answer }: Talk): Route {
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
