import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyRequest } from 'fastify'
import { fieldRefusal } from './field-refusal.ts'
import type { Input } from './routes.ts'

/** A write, as the audit log names it. */
export interface AuditEvent {
  /** The endpoint as `area.name`. */
  action: string
  /** The ids in the address, joined by a slash. */
  subject: string
  address: string
  userAgent: string | null
}

const names = new Map<Endpoint, string>(
  Object.entries(api).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, one]): [Endpoint, string] => [one, `${area}.${name}`]),
  ),
)

/** Returns the name of an endpoint of the contract as `area.name`. */
export function endpointName(endpoint: Endpoint): string | undefined {
  return names.get(endpoint)
}

/** Returns the audit event of a call; `null` where the endpoint is not audited. */
export function auditEventOf(endpoint: Endpoint, request: FastifyRequest): AuditEvent | null {
  if (endpoint.audit === 'none') return null
  return {
    action: endpointName(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    subject: Object.values(request.params ?? {}).join('/'),
    address: request.ip,
    userAgent: headerOf(request, 'user-agent')?.slice(0, 400) ?? null,
  }
}

/** Parses params, query and body together, so that one response names every invalid field. @throws Refused */
export function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  const params = endpoint.params.safeParse(paramsOf(endpoint, request))
  // A malformed id is one that does not exist.
  if (!params.success)
    throw new Refused('not_found', { details: { what: 'thing' }, cause: params.error })
  const query = endpoint.query.safeParse(request.query ?? {})
  if (!query.success) throw fieldRefusal(query.error)
  const body = endpoint.body.safeParse(request.body ?? {})
  if (!body.success) throw fieldRefusal(body.error)
  return asInput<E>({
    params: params.data,
    query: query.data,
    body: body.data,
    header: (name: string) => headerOf(request, name),
    address: request.ip,
  })
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Named cast: each part was just parsed with the endpoint's own schema. */
function asInput<E extends Endpoint>(parts: Record<keyof Input<E>, unknown>): Input<E> {
  return parts as Input<E>
}

/**
 * Maps `/a/{id}` to `/a/:id`. The last part of an `openai` address may contain slashes: clients do not escape model
 * ids.
 */
export function urlOf(endpoint: Endpoint): string {
  const open = openEnd(endpoint)
  const path = open === undefined ? endpoint.path : endpoint.path.replace(open, '*')
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function paramsOf(endpoint: Endpoint, { params }: FastifyRequest): unknown {
  const open = openEnd(endpoint)
  if (open === undefined) return params ?? {}
  const rest = typeof params === 'object' && params !== null && '*' in params ? params['*'] : ''
  return { [open.slice(1, -1)]: rest }
}

/** Returns the `{name}` at the end of an `openai` endpoint's address. */
function openEnd({ transport, path }: Endpoint): string | undefined {
  return transport === 'openai' ? /\{\w+\}$/.exec(path)?.[0] : undefined
}
