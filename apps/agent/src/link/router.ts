import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { AgentRefused } from '../refused.ts'
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
  const find = createFinder(routes)

  return async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const { pathname, searchParams: query } = new URL(headers[':path'] ?? '/', 'http://agent')
    const call = { stream, params: {}, query, headers, signal: closed(stream) }
    try {
      const { found, params } = find(pathname)
      const answer = answerFor(found, headers[':method'])
      await answer({ ...call, params })
    } catch (cause) {
      if (!(cause instanceof AgentRefused) && !stream.destroyed) onFailure(pathname, cause)
      replyFailure(call, cause)
    }
  }
}

export interface Found<T> {
  found: T
  /** Values of the `{name}` parts of the path, not yet parsed. */
  params: Readonly<Record<string, string>>
}

/** Gives what finds the first of these whose path fits. It throws AgentRefused `not_found` where none does. */
export function createFinder<T extends { path: string }>(
  all: readonly T[],
): (pathname: string) => Found<T> {
  const compiled = all.map((found) => ({ pattern: patternOf(found.path), found }))
  return (pathname) => {
    for (const { pattern, found } of compiled) {
      const match = pattern.exec(pathname)
      if (match !== null) return { found, params: { ...match.groups } }
    }
    throw unknownHere()
  }
}

function answerFor({ answers }: Route, method = ''): Answer {
  const answer = Object.entries(answers).find(([name]) => name === method)?.[1]
  if (answer === undefined) throw unknownHere()
  return answer
}

function unknownHere(): AgentRefused {
  return new AgentRefused('not_found', 'This agent does not serve that; it may need an update.')
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
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
