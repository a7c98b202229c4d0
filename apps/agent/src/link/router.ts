import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { requestIdHeader } from '@gridloom/contract/agent/call'
import { AgentRefused } from '../refused.ts'
import { type Call, type DialBytes, replyFailure } from './call.ts'
import { type CallLog, requestIdOf } from './call-log.ts'

export type Answer = (call: Call) => Promise<void>

/** Yields the values of one answer. A refusal ends it; the signal aborts when no reader wants the rest any more. */
export type StreamHandler = (
  params: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
) => AsyncIterable<unknown>

/** One call that the agent serves; see `handle.ts`. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT'
  /** With `{name}` for each parameter. */
  path: string
  answer: Answer
  /** Set if the call can be made on the request channel too. */
  stream?: StreamHandler
}

/** Returns the listener of a session's `stream` event, which answers each call by its route. */
export function createRouter(routes: readonly Route[], calls: CallLog, dialBytes?: DialBytes) {
  const finders = new Map(
    (['GET', 'POST', 'PUT'] as const).map((method) => [
      `${method}`,
      createFinder(routes.filter((route) => route.method === method)),
    ]),
  )

  return async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const { pathname, searchParams: query } = new URL(headers[':path'] ?? '/', 'http://agent')
    const call = { stream, params: {}, query, headers, signal: closed(stream), dialBytes }
    const origin = { path: pathname, requestId: requestIdOf(headers[requestIdHeader]) }
    try {
      const find = finders.get(headers[':method'] ?? '')
      if (find === undefined) throw unknownHere()
      const { found, params } = find(pathname)
      await found.answer({ ...call, params })
      calls.answered(origin)
    } catch (cause) {
      if (!(cause instanceof AgentRefused) && !stream.destroyed) calls.failed(origin, cause)
      replyFailure(call, cause)
    }
  }
}

export interface RouteMatch<T> {
  found: T
  /** Values of the `{name}` parts of the path, not yet parsed. */
  params: Readonly<Record<string, string>>
}

/** Returns a function that finds the first route whose path fits. It throws AgentRefused `not_found` if none does. */
export function createFinder<T extends { path: string }>(
  all: readonly T[],
): (pathname: string) => RouteMatch<T> {
  const compiled = all.map((found) => ({ pattern: patternOf(found.path), found }))
  return (pathname) => {
    for (const { pattern, found } of compiled) {
      const match = pattern.exec(pathname)
      if (match !== null) return { found, params: { ...match.groups } }
    }
    throw unknownHere()
  }
}

function unknownHere(): AgentRefused {
  return new AgentRefused(
    'not_found',
    'This agent does not support the request. It may need an update.',
  )
}

/** Shared by all calls: every call ends in an abort, and creating an error for each costs more than most calls. */
const isGone = new DOMException('The stream is gone', 'AbortError')

/**
 * Returns a signal that aborts when the stream closes; a reset by the peer is an ordinary end, not an error of ours.
 */
function closed(stream: ServerHttp2Stream): AbortSignal {
  const ended = new AbortController()
  const end = () => ended.abort(isGone)
  stream.on('error', end)
  stream.once('close', end)
  return ended.signal
}

/** Returns the pattern that matches paths like `/a/{id}` and captures their parts. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
