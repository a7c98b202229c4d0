import { describe, expect, it } from 'vitest'
import { serveRoutes } from '../../test/serve-routes.ts'
import { AgentRefused } from '../refused.ts'
import { replyJson } from './call.ts'
import { createFinder, type Route } from './router.ts'

describe('a path', () => {
  const find = createFinder([
    { path: '/models', name: 'all' },
    { path: '/models/{endpoint}/answers', name: 'answers' },
    { path: '/models/{endpoint}/{what}', name: 'any' },
  ])

  it.each([
    ['/models', 'all', {}],
    ['/models/m1/answers', 'answers', { endpoint: 'm1' }],
    ['/models/m1/else', 'any', { endpoint: 'm1', what: 'else' }],
    ['/models/%2F/else', 'any', { endpoint: '%2F', what: 'else' }],
  ])('%s matches the first route that fits: %s', (path, name, params) => {
    expect(find(path)).toMatchObject({ found: { name }, params })
  })

  it.each(['/', '/models/', '/models/m1', '/models//answers', '/a/models', '/models/m1/answers/2'])(
    '%s matches no route',
    (path) => {
      expect(() => find(path)).toThrow(expect.objectContaining({ code: 'not_found' }))
    },
  )
})

describe('a call', () => {
  it('is answered by the route of its method and path, with its parameters', async () => {
    await using test = await setup()
    const { connection } = test
    const answer = await connection.call('GET', '/things/one?of=two')
    expect(answer).toMatchObject({ status: 200, text: '{"name":"one","of":"two"}' })
  })

  it.each([
    ['GET', '/nothing', 404, 'not_found'],
    ['PUT', '/things/one', 404, 'not_found'],
    ['GET', '/refused', 409, 'state_conflict'],
    ['GET', '/broken', 502, 'upstream_failed'],
  ])('%s %s fails with status %i', async (method, path, status, code) => {
    await using test = await setup()
    const answer = await test.connection.call(method, path)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ code })
  })

  it('that fails after its answer was sent stays answered, and the failure is logged', async () => {
    await using test = await setup()
    expect(await test.connection.call('GET', '/late')).toMatchObject({ status: 200, text: '{}' })
    expect(test.failures).toEqual(['/late: a late fault'])
  })

  it('is logged when it fails, but not when it is refused', async () => {
    await using test = await setup()
    for (const path of ['/nothing', '/refused', '/broken']) await test.connection.call('GET', path)
    expect(test.failures).toEqual(['/broken: a fault'])
  })
})

function setup() {
  return serveRoutes([
    get('/things/{name}', async (call) =>
      replyJson(call, 200, { ...call.params, of: call.query.get('of') }),
    ),
    get('/refused', () => Promise.reject(new AgentRefused('state_conflict', 'Not now.'))),
    get('/late', async (call) => {
      replyJson(call, 200, {})
      throw new Error('a late fault')
    }),
    get('/broken', () => Promise.reject(new Error('a fault'))),
  ])
}

function get(path: string, answer: Route['answer']): Route {
  return { method: 'GET', path, answer }
}
