import type { Auth, Endpoint } from '@gridloom/contract/core/endpoint'
import { assertNever } from '@gridloom/domain/assert-never'
import { z } from 'zod'
import { tagOf } from './area-tags.ts'
import { failureResponses } from './openapi-failures.ts'
import { answerSchema, type JsonSchema, requestSchema } from './openapi-schemas.ts'
import { type CallExample, callExample } from './reference/call-example.ts'
import { codeSamples } from './reference/code-samples.ts'
import { exampleOf } from './reference/example-of.ts'

/** The parts of an object schema that become parameters. */
const ObjectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

/** The parts that operations share: the schemas that they reference, and the server of their examples. */
export interface DocumentParts {
  schemas: Readonly<Record<string, JsonSchema>>
  origin: string
}

/** An endpoint as an operation, with examples. Source: OpenAPI 3.1, "Operation Object". */
export function operationOf(operationId: string, endpoint: Endpoint, parts: DocumentParts) {
  const call = callExample(operationId, endpoint, parts.schemas)
  const body = ObjectSchema.safeParse(requestSchema(endpoint.body)).data
  const hasMembers = body !== undefined && Object.keys(body.properties).length > 0
  const takesBody = hasMembers || endpoint.transport === 'tus'
  return {
    operationId,
    tags: [tagOf(operationId)],
    summary: endpoint.title,
    description: describe(endpoint),
    security: securityOf(endpoint),
    parameters: parametersOf(call),
    ...(takesBody ? { requestBody: requestBodyOf(call) } : {}),
    responses: { ...successOf(endpoint, parts), ...failureResponses(endpoint) },
    'x-codeSamples': codeSamples(call, parts.origin),
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

function describe(endpoint: Endpoint): string {
  const { auth, bearer, scope, reauth, perMinute, summary, transport } = endpoint
  const optional =
    transport === 'openai'
      ? 'An API key is optional, but must be valid.'
      : 'A session token is optional.'
  const key =
    scope === null ? 'Not available to API keys.' : `API keys need the scope \`${scope}\`.`
  const terms = [
    whoMayCall[auth],
    ...(bearer === 'optional' ? [optional] : []),
    ...(auth === 'public' || auth === 'machine' ? [] : [key]),
    ...(reauth === 'recent' ? ['Requires re-authentication within the last 15 minutes.'] : []),
    `At most ${perMinute} calls a minute.`,
  ]
  return `${summary}.\n\n${terms.join(' ')}`
}

/** No requirement, or an empty one among several: no token is needed (OpenAPI 3.1, "Security Requirement"). */
function securityOf({ auth, bearer }: Endpoint): Record<string, string[]>[] {
  if (auth === 'public') return bearer === 'optional' ? [{}, { bearer: [] }] : []
  return auth === 'machine' ? [{ machine: [] }] : [{ bearer: [] }]
}

function parametersOf({ endpoint, params, query }: CallExample) {
  const lastEventId = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The ID of the last event received. Later events are sent first.',
    schema: { type: 'string' },
  }
  return [
    ...parametersIn('path', endpoint.params, params),
    ...parametersIn('query', endpoint.query, query),
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
    example: '1.0.0',
  },
  {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'The byte offset of this segment.',
    schema: { type: 'integer', minimum: 0 },
    example: 0,
  },
] as const

function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodType,
  examples: Readonly<Record<string, string>>,
) {
  const { properties, required } = ObjectSchema.parse(requestSchema(schema))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(examples[name] === undefined ? {} : { example: typedExample(examples[name], property) }),
  }))
}

/** Text of a path or query as the type that its schema names. */
function typedExample(text: string, { type }: JsonSchema): string | number {
  return type === 'integer' || type === 'number' ? Number(text) : text
}

function requestBodyOf({ endpoint: { body, transport }, body: example }: CallExample) {
  const bytes = { schema: { type: 'string', format: 'binary' } }
  if (transport === 'tus')
    return { required: true, content: { 'application/offset+octet-stream': bytes } }
  return {
    required: true,
    content: { 'application/json': { schema: requestSchema(body), example } },
  }
}

function successOf(endpoint: Endpoint, parts: DocumentParts): Record<string, unknown> {
  const { transport } = endpoint
  switch (transport) {
    case 'data':
      return jsonAnswer(endpoint, dataSchema(endpoint), parts)
    case 'bare':
      return jsonAnswer(endpoint, answerSchema(endpoint.response), parts)
    case 'sse':
      return answer('200', eventStreamText, { 'text/event-stream': { schema: eventsOf(endpoint) } })
    case 'file':
      return answer('200', 'A file download.', contentOfFile(endpoint))
    case 'redirect':
      return answer('303', 'A redirect.')
    case 'tus':
      return tusAnswers
    case 'openai':
      return openAiAnswer(endpoint, parts)
    case 'websocket':
      return answer('101', 'Switches protocols as described in the summary.')
    default:
      return assertNever(transport)
  }
}

/** Text as text, JSON as any value, and anything else as bytes. */
function contentOfFile({ files }: Endpoint): Record<string, unknown> {
  const schemaOf = (type: string) => {
    if (type === 'application/json') return {}
    return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
  }
  return Object.fromEntries(files.map((type) => [type, { schema: schemaOf(type) }]))
}

/** Source: tus resumable upload protocol 1.0.0, "PATCH" and "Tus-Version". */
const tusAnswers = {
  ...answer('204', 'The bytes were stored. `Upload-Offset` is the new offset.'),
  ...answer('412', 'Another version of the protocol; `Tus-Version` is the supported one.'),
}

/** The response of an OpenAI endpoint; endpoints with a request body can also stream. */
function openAiAnswer(endpoint: Endpoint, parts: DocumentParts): Record<string, unknown> {
  const json = withExample(answerSchema(endpoint.response), parts)
  if (endpoint.method === 'GET') return answer('200', 'Success.', { 'application/json': json })
  return answer('200', 'An OpenAI-compatible response, complete or streamed as events.', {
    'application/json': json,
    'text/event-stream': { schema: { type: 'string' } },
  })
}

const eventStreamText =
  'Server-sent events. Each has its name in `event` and JSON in `data`; one with an `id` can be resumed after.'

/** The envelope of most answers. */
function dataSchema({ response }: Endpoint): JsonSchema {
  return {
    type: 'object',
    properties: { status: { const: 'success' }, data: answerSchema(response) },
    required: ['status', 'data'],
    additionalProperties: false,
  }
}

function jsonAnswer({ status }: Endpoint, schema: JsonSchema, parts: DocumentParts) {
  return answer(String(status), 'Success.', { 'application/json': withExample(schema, parts) })
}

function withExample(schema: JsonSchema, { schemas }: DocumentParts) {
  return { schema, example: exampleOf(schema, { components: schemas, fields: 'answer' }) }
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
