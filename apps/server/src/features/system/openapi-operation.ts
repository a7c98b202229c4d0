import type { Auth, Endpoint } from '@gridloom/contract/core/endpoint'
import { assertNever } from '@gridloom/domain/assert-never'
import { z } from 'zod'
import { failureResponses } from './openapi-failures.ts'
import { answerSchema, type JsonSchema, requestSchema } from './openapi-schemas.ts'

/** The parts of an object schema that become parameters. */
const ObjectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

/** An endpoint as an operation. Source: OpenAPI 3.1, "Operation Object". */
export function operationOf(area: string, name: string, endpoint: Endpoint) {
  const body = ObjectSchema.safeParse(requestSchema(endpoint.body)).data
  const hasMembers = body !== undefined && Object.keys(body.properties).length > 0
  const takesBody = hasMembers || endpoint.transport === 'tus'
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: endpoint.summary,
    description: describe(endpoint),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(takesBody ? { requestBody: requestBodyOf(endpoint) } : {}),
    responses: { ...successOf(endpoint), ...failureResponses(endpoint) },
  }
}

const whoMayCall: Record<Auth, string> = {
  public: 'No authentication.',
  session: 'Requires a signed-in user.',
  member: 'Requires a signed-in user with beta access.',
  operator: 'Operator only.',
  refresh: 'Requires a session token; it may be expired.',
  reset: 'Requires a signed-in user, or the temporary token of a password reset.',
  machine: 'Requires the signature of an enrolled machine.',
}

function describe({ auth, bearer, scope, reauth, perMinute }: Endpoint): string {
  const key =
    scope === null ? 'Not available to API keys.' : `API keys need the scope \`${scope}\`.`
  return [
    whoMayCall[auth],
    ...(bearer === 'optional' ? ['A session token is optional.'] : []),
    ...(auth === 'public' || auth === 'machine' ? [] : [key]),
    ...(reauth === 'recent' ? ['Requires re-authentication within the last 15 minutes.'] : []),
    `At most ${perMinute} calls a minute.`,
  ].join(' ')
}

/** No requirement, or an empty one among several: no token is needed (OpenAPI 3.1, "Security Requirement"). */
function securityOf({ auth, bearer }: Endpoint): Record<string, string[]>[] {
  if (auth === 'public') return bearer === 'optional' ? [{}, { bearer: [] }] : []
  return auth === 'machine' ? [{ machine: [] }] : [{ bearer: [] }]
}

function parametersOf(endpoint: Endpoint) {
  const lastEventId = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The ID of the last event received. Later events are sent first.',
    schema: { type: 'string' },
  }
  return [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(endpoint.transport === 'sse' ? [lastEventId] : []),
    ...(endpoint.transport === 'tus' ? tusHeaders : []),
  ]
}

/** Source: tus resumable upload protocol 1.0.0, "Core Protocol". */
const tusHeaders = [
  {
    name: 'Tus-Resumable',
    in: 'header',
    required: true,
    description: 'The version of the protocol.',
    schema: { const: '1.0.0' },
  },
  {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'The byte offset of this segment.',
    schema: { type: 'integer', minimum: 0 },
  },
] as const

function parametersIn(place: 'path' | 'query', schema: z.ZodType) {
  const { properties, required } = ObjectSchema.parse(requestSchema(schema))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function requestBodyOf({ body, transport }: Endpoint) {
  const bytes = { schema: { type: 'string', format: 'binary' } }
  if (transport === 'tus')
    return { required: true, content: { 'application/offset+octet-stream': bytes } }
  return { required: true, content: { 'application/json': { schema: requestSchema(body) } } }
}

function successOf(endpoint: Endpoint): Record<string, unknown> {
  const { transport } = endpoint
  switch (transport) {
    case 'data':
      return jsonAnswer(endpoint, {
        type: 'object',
        properties: { status: { const: 'success' }, data: answerSchema(endpoint.response) },
        required: ['status', 'data'],
        additionalProperties: false,
      })
    case 'bare':
      return jsonAnswer(endpoint, answerSchema(endpoint.response))
    case 'sse':
      return answer('200', eventStreamText, { 'text/event-stream': { schema: eventsOf(endpoint) } })
    case 'file':
      return answer('200', 'A file download.', { 'text/plain': { schema: { type: 'string' } } })
    case 'redirect':
      return answer('303', 'A redirect.')
    case 'tus':
      return answer('204', 'The bytes were stored. `Upload-Offset` is the new offset.')
    case 'openai':
      return openAiAnswer(endpoint)
    case 'websocket':
      return answer('101', 'Switches protocols as described in the summary.')
    default:
      return assertNever(transport)
  }
}

/** The response of an OpenAI endpoint; endpoints with a request body can also stream. */
function openAiAnswer(endpoint: Endpoint): Record<string, unknown> {
  const json = { schema: answerSchema(endpoint.response) }
  if (endpoint.method === 'GET') return answer('200', 'Success.', { 'application/json': json })
  return answer('200', 'An OpenAI-compatible response, complete or streamed as events.', {
    'application/json': json,
    'text/event-stream': { schema: { type: 'string' } },
  })
}

const eventStreamText =
  'Server-sent events. Each has its name in `event` and JSON in `data`; one with an `id` can be resumed after.'

function jsonAnswer({ status }: Endpoint, schema: JsonSchema) {
  return answer(String(status), 'Success.', { 'application/json': { schema } })
}

function answer(status: string, description: string, content?: Record<string, unknown>) {
  return { [status]: { description, ...(content === undefined ? {} : { content }) } }
}

function eventsOf({ events }: Endpoint): JsonSchema {
  const shapes = Object.entries(events).map(([event, shape]) => ({
    title: event,
    type: 'object',
    properties: {
      id: { type: 'string' },
      event: { const: event },
      data: answerSchema(shape),
    },
    required: ['event', 'data'],
  }))
  return { oneOf: shapes }
}
