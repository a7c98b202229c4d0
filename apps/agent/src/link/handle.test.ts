import { once } from 'node:events'
import { constants } from 'node:http2'
import { text } from 'node:stream/consumers'
import { agentCall } from '@gridloom/contract/agent/call'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { linesOf, responseOf } from '../../test/agent-connection.ts'
import { serveRoutes } from '../../test/serve-routes.ts'
import { AgentRefused } from '../refused.ts'
import { handleStream } from './handle.ts'
import type { StreamHandler } from './router.ts'

it('serves a request on its own stream, a line for each value', async () => {
  await using test = await setup(async function* (params, body) {
    yield { of: params.name, body }
    yield 'the rest'
  })
  const { status, text } = await test.connection.call('POST', '/stream/a', { q: 'why' })
  expect(status).toBe(200)
  expect(text).toBe('{"of":"a","body":{"q":"why"}}\n"the rest"\n')
})

it('is open for a refusal with a status of its own until there is something to say', async () => {
  const { promise: refused, reject } = Promise.withResolvers<never>()
  await using test = await setup(async function* (params) {
    if (params.name === 'slow') yield await refused
    yield 'well'
  })
  const answered = test.connection.call('POST', '/stream/slow', {})
  expect(await test.connection.call('POST', '/stream/quick', {})).toMatchObject({ status: 200 })
  reject(new AgentRefused('busy', 'All slots are taken.', { details: { slots: 2 } }))
  const { status, text } = await answered
  expect(status).toBe(409)
  expect(JSON.parse(text)).toMatchObject({ code: 'busy', details: { slots: 2 } })
})

it('resets a stream on which it cannot go on, and tells why that was', async () => {
  await using test = await setup(async function* () {
    yield 'one'
    throw new Error('a fault')
  })
  const lines = linesOf(test.connection.open('POST', '/stream/a').end('{}'))
  expect(await lines.next()).toMatchObject({ value: '"one"' })
  await expect(lines.next()).rejects.toThrow('NGHTTP2_INTERNAL_ERROR')
  expect(test.failures).toEqual(['/stream/a: a fault'])
})

it('refuses a request that is no JSON', async () => {
  await using test = await setup(async function* () {})
  const stream = test.connection.open('POST', '/stream/a').end('nonsense')
  expect(await responseOf(stream)).toMatchObject({ ':status': 400 })
  expect(JSON.parse(await text(stream))).toMatchObject({ code: 'invalid_input' })
})

it('stops an answer whose reader leaves', async () => {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  await using test = await setup(async function* (_params, _body, signal) {
    yield 'one'
    await once(signal, 'abort')
    resolve()
  })
  const stream = test.connection.open('POST', '/stream/a').end('{}')
  await responseOf(stream)
  stream.close(constants.NGHTTP2_CANCEL)
  await stopped
})

const call = agentCall({
  method: 'POST',
  path: '/stream/{name}',
  transport: 'channel',
  params: z.object({ name: z.string() }),
  request: z.unknown(),
})

function setup(answer: StreamHandler) {
  return serveRoutes([
    handleStream(call, ({ params, body, signal }) => answer(params, body, signal)),
  ])
}
