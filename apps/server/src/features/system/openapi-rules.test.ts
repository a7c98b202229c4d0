import { execFileSync } from 'node:child_process'
import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi.ts'
import { missingExample } from './reference/example-of.ts'

const endpoints = Object.entries(api).flatMap(([area, members]) =>
  Object.entries<Endpoint>(members).map(([name, endpoint]) => ({
    id: `${area}.${name}`,
    endpoint,
  })),
)
const product = { name: 'Test', description: 'For tests', version: '1', url: 'http://127.0.0.1:1' }
const document = openApiDocument(api, product)

describe('titles', () => {
  it('has two to four words in each title, and no title twice in an area', () => {
    for (const { id, endpoint } of endpoints)
      expect(endpoint.title.split(' ').length, `${id}: ${endpoint.title}`).toSatisfy(
        (words: number) => words >= 2 && words <= 4,
      )
    const titles = endpoints.map(({ id, endpoint }) => `${id.split('.')[0]} ${endpoint.title}`)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })
})

describe('patterns', () => {
  const patterns = [...new Set(collect(document, 'pattern'))]

  it('uses only what every regular expression engine reads alike', () => {
    expect(patterns.length).toBeGreaterThan(20)
    for (const pattern of patterns) {
      // Classes such as \w and \p differ between engines and flags, as do named groups and looking behind.
      expect(pattern).not.toMatch(/\\[a-zA-Z]|\(\?(?!:)/)
      expect(() => new RegExp(pattern), pattern).not.toThrow()
      expect(() => new RegExp(pattern, 'u'), pattern).not.toThrow()
    }
  })

  it('compiles in Python', () => {
    const program = 'import json,re,sys\nfor p in json.load(sys.stdin): re.compile(p)'
    execFileSync('python3', ['-c', program], { input: JSON.stringify(patterns) })
  })

  it('names only formats that OpenAPI tools know', () => {
    const known = ['email', 'date-time', 'date', 'uri', 'binary']
    expect(collect(document, 'format').filter((format) => !known.includes(format))).toEqual([])
  })
})

describe('examples', () => {
  it('shows plausible values that the contract accepts', () => {
    for (const { id, endpoint } of endpoints) {
      const { request, answer, params } = examplesOf(id)
      if (request !== undefined) expect(endpoint.body.safeParse(request).error, id).toBeUndefined()
      if (answer !== undefined)
        expect(endpoint.response.safeParse(answer).error, id).toBeUndefined()
      for (const [name, value] of params)
        expect(shapeOf(endpoint, name).safeParse(value).error, `${id} ${name}`).toBeUndefined()
    }
    expect(collectTexts(document).filter((text) => text.startsWith(missingExample))).toEqual([])
  })
})

/** All text values of a key, wherever it occurs; objects under it are not values of it. */
function collect(value: unknown, key: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === key && typeof one === 'string' ? [one] : name === 'example' ? [] : collect(one, key),
  )
}

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(collectTexts)
}

const Content = z.record(z.string(), z.looseObject({ example: z.unknown().optional() })).default({})
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(
    z.looseObject({ name: z.string(), in: z.string(), example: z.unknown().optional() }),
  ),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content })),
})
const Paths = z.record(z.string(), z.record(z.string(), Operation))

const operations = Object.values(Paths.parse(document.paths)).flatMap((one) => Object.values(one))

function examplesOf(id: string) {
  const operation = operations.find(({ operationId }) => operationId === id)
  const success = Object.entries(operation?.responses ?? {}).find(([status]) => status < '300')?.[1]
  const answer = success?.content['application/json']?.example
  const wrapped = z.object({ status: z.literal('success'), data: z.unknown() }).safeParse(answer)
  return {
    request: operation?.requestBody?.content['application/json']?.example,
    answer: wrapped.success ? wrapped.data.data : answer,
    params: (operation?.parameters ?? []).flatMap(({ name, in: place, example }) =>
      example === undefined || place === 'header' ? [] : [[name, example] as const],
    ),
  }
}

/** The schema of a parameter in the path or the query. */
function shapeOf({ params, query }: Endpoint, name: string): z.ZodType {
  const shapes = [params, query].flatMap((one) =>
    one instanceof z.ZodObject ? Object.entries(one.shape) : [],
  )
  const [, found] = shapes.find(([own]) => own === name) ?? []
  return found instanceof z.ZodType ? found : z.never()
}
