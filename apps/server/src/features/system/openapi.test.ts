import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { errorCodes } from '@gridloom/contract/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi.ts'

it('is a valid OpenAPI 3.1 document whose references all resolve', async () => {
  const { document } = setup()
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const text = JSON.stringify(document)
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas, name).toHaveProperty(name)
  expect(text).not.toContain('#/$defs')
  expect(text).not.toContain('__schema')
})

it('has every endpoint of the contract, each with a unique id', () => {
  const { operations, endpoints } = setup()
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    endpoints.map(({ id }) => id).sort(),
  )
})

it('groups operations by areas with plain names, and links a client in each language', () => {
  const { document, operations } = setup()
  const names = document.tags.map(({ name }) => name)
  for (const { operationId, tags } of operations)
    expect(names.includes(tags[0] ?? ''), operationId).toBe(true)
  expect(names).toContain('Billing')
  for (const file of ['gridloom.ts', 'gridloom.py'])
    expect(document.info.description).toContain(`(http://localhost:3000/api/clients/${file})`)
})

it('requires a token exactly where the contract does', () => {
  const { operationOf, endpoints } = setup()
  for (const { id, endpoint } of endpoints) {
    const { security } = operationOf(id)
    expect(security.length > 0 && !security.some(isNone), id).toBe(endpoint.auth !== 'public')
    expect(security.some(isNone), id).toBe(endpoint.bearer === 'optional')
  }
})

it('lists each error code of an endpoint under its status', () => {
  const { operationOf, endpoints } = setup()
  for (const { id, endpoint } of endpoints) {
    const { responses } = operationOf(id)
    for (const code of endpoint.errors) {
      const at = responses[String(errorCodes[code].status)]
      expect(at?.description, `${id} ${code}`).toContain(`\`${code}\``)
    }
  }
})

it('describes requests before defaults are applied, and responses after', () => {
  const { operationOf } = setup()
  const order = z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.any() }) }) })
    .parse(operationOf('instances.order').requestBody).content['application/json'].schema
  expect(order.required).toEqual(['offer_id', 'disk_gb'])
  expect(order.additionalProperties).toBe(false)
  const read = JSON.stringify(operationOf('instances.read').responses['200'])
  expect(read).toContain('"$ref":"#/components/schemas/Instance"')
})

it('describes event streams, sockets and uploads by their transport', () => {
  const { operationOf } = setup()
  const follow = operationOf('system.events')
  expect(JSON.stringify(follow.responses['200'])).toContain('text/event-stream')
  expect(follow.parameters.map(({ name }) => name)).toContain('Last-Event-ID')
  expect(operationOf('instances.terminal').responses).toHaveProperty('101')
  const sent = operationOf('rendering.sendUpload')
  expect(JSON.stringify(sent.requestBody)).toContain('application/offset+octet-stream')
  expect(sent.parameters.map(({ name }) => name)).toEqual(['id', 'Tus-Resumable', 'Upload-Offset'])
})

it('describes the OpenAI endpoints with OpenAI’s response and error shapes', () => {
  const { operationOf } = setup()
  const { responses } = operationOf('openai.chatCompletions')
  expect(JSON.stringify(responses['200'])).toContain('text/event-stream')
  expect(JSON.stringify(responses['402'])).toContain('#/components/schemas/OpenAiError')
  expect(JSON.stringify(operationOf('openai.models').responses['200'])).toContain('OpenAiModel')
  expect(JSON.stringify(operationOf('models.read').responses['404'])).not.toContain('OpenAiError')
})

const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(z.looseObject({ name: z.string() })),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
})
const Document = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

/** An empty requirement means that the call needs no token. */
function isNone(requirement: object): boolean {
  return Object.keys(requirement).length === 0
}

/** Made once: it is the same each time, and takes a moment. */
const document = Document.parse(
  openApiDocument(api, {
    name: 'Test',
    description: 'For tests',
    version: '1.2.3',
    url: 'http://localhost:3000',
  }),
)

function setup() {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const endpoints = Object.entries(api).flatMap(([area, members]) =>
    Object.entries<Endpoint>(members).map(([name, endpoint]) => ({
      id: `${area}.${name}`,
      endpoint,
    })),
  )
  const operationOf = (id: string) => {
    const operation = operations.find(({ operationId }) => operationId === id)
    if (operation === undefined) throw new Error(`no operation ${id}`)
    return operation
  }
  return { document, operations, endpoints, operationOf }
}
