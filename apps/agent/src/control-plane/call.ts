import type { Endpoint, ResponseOf } from '@gridloom/contract/core/endpoint'
import { Failure } from '@gridloom/contract/core/replies'
import type { z } from 'zod'
import { jsonOf } from '../json-of.ts'

/** Thrown when the control plane answered with a refusal. `code` is one of its closed error codes. */
export class ControlPlaneRefused extends Error {
  override readonly name = 'ControlPlaneRefused'
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, text: string) {
    super(text)
    this.status = status
    this.code = code
  }
}

/** Thrown when the control plane could not be reached, or the answer came from something else. */
export class ControlPlaneUnreachable extends Error {
  override readonly name = 'ControlPlaneUnreachable'
}

export interface ControlPlaneCall<T extends Endpoint> {
  serverUrl: string
  endpoint: T
  body: z.input<T['body']>
  signal: AbortSignal
}

/** Calls one endpoint whose answer is `{status, data}`. @throws ControlPlaneRefused, ControlPlaneUnreachable */
export async function callControlPlane<T extends Endpoint>({
  serverUrl,
  endpoint,
  body,
  signal,
}: ControlPlaneCall<T>): Promise<ResponseOf<T>> {
  const { status, text } = await post(new URL(endpoint.path, serverUrl), body, signal)
  if (status >= 400) throw callRefusal(status, text)
  const reply = jsonOf(text)
  const parsed = endpoint.response.safeParse(isEnvelope(reply) ? reply.data : undefined)
  if (!parsed.success) {
    throw new ControlPlaneUnreachable(
      `Unexpected response of ${serverUrl}${endpoint.path}: ${brief(text)}`,
    )
  }
  return asResponse<T>(parsed.data)
}

/** Returns the error of a failed response: with its code if it is one of ours, otherwise with the text that came. */
export function callRefusal(status: number, text: string): Error {
  const failure = Failure.safeParse(jsonOf(text))
  if (failure.success) {
    return new ControlPlaneRefused(status, failure.data.code, failure.data.error)
  }
  return new ControlPlaneUnreachable(`The server returned HTTP ${status}: ${brief(text)}`)
}

async function post(url: URL, body: unknown, signal: AbortSignal) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    })
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw new ControlPlaneUnreachable(`${url.origin} cannot be reached: ${rootOf(cause)}`, {
      cause,
    })
  }
}

/** Returns the message of the innermost cause: `fetch failed` itself explains nothing. */
export function rootOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.cause instanceof AggregateError) return rootOf(cause.cause.errors[0])
  return cause.cause === undefined ? cause.message : rootOf(cause.cause)
}

function isEnvelope(reply: unknown): reply is { data: unknown } {
  return typeof reply === 'object' && reply !== null && 'data' in reply
}

function brief(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}

/** Named cast: the value has just passed the endpoint's own response schema. */
function asResponse<T extends Endpoint>(value: unknown): ResponseOf<T> {
  return value as ResponseOf<T>
}
