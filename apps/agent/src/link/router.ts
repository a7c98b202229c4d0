import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { AgentRefused, unknownHere } from '../refused.ts'
import { type Call, replyFailure } from './call.ts'

export type Answer = (call: Call) => Promise<void>

/** What the agent serves at one path: an answer for each method. */
export interface Route {
  /** With `{name}` for each parameter, as in `agentPaths`. */
  path: string
  answers: Readonly<Partial<Record<'GET' | 'POST' | 'PUT', Answer>>>
}

/** Told of every call that failed for another reason than a refusal. */
export type OnFailure = (path: string, cause: unknown) => void

/** Gives the listener of a session's `stream` event that answers each call by its route. */
export function createRouter(routes: readonly Route[], onFailure: OnFailure) {
  const compiled = routes.map(({ path, answers }) => ({ pattern: patternOf(path), answers }))

  function find(pathname: string) {
    for (const { pattern, answers } of compiled) {
      const found = pattern.exec(pathname)
      if (found !== null) return { params: { ...found.groups }, answers }
    }
    return undefined
  }

  return async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const url = new URL(headers[':path'] ?? '/', 'http://agent')
    const found = find(url.pathname)
    const params = found?.params ?? {}
    const call = { stream, params, query: url.searchParams, headers, signal: closed(stream) }
    try {
      const answer = answerFor(found?.answers, headers[':method'])
      await answer(call)
    } catch (cause) {
      if (!(cause instanceof AgentRefused) && !stream.destroyed) onFailure(url.pathname, cause)
      replyFailure(call, cause)
    }
  }
}

function answerFor(answers: Route['answers'] | undefined, method = ''): Answer {
  const answer = Object.entries(answers ?? {}).find(([name]) => name === method)?.[1]
  if (answer === undefined) throw unknownHere()
  return answer
}

/** One for all: every call ends in an abort, and making an error each time costs more than most calls. */
const isGone = new DOMException('The stream is gone', 'AbortError')

/** The signal of a stream's life; a reset by the peer is its ordinary end, not an error of ours. */
function closed(stream: ServerHttp2Stream): AbortSignal {
  const ended = new AbortController()
  const end = () => ended.abort(isGone)
  stream.on('error', end)
  stream.once('close', end)
  return ended.signal
}

/** `/a/{id}` as what matches such a path and gives its parts. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
