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

it('answers a request on its own stream with one line per value', async () => {
  await using test = await setup(async function* (params, body) {
    yield { of: params.name, body }
    yield 'the rest'
  })
  const { status, text } = await test.connection.call('POST', '/stream/a', { q: 'why' })
  expect(status).toBe(200)
  expect(text).toBe('{"of":"a","body":{"q":"why"}}\n"the rest"\n')
})

it('answers a refusal before the first value with a status of its own', async () => {
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

it('resets the stream and logs the cause when the handler fails after a value', async () => {
  await using test = await setup(async function* () {
    yield 'one'
    throw new Error('a fault')
  })
  const lines = linesOf(test.connection.open('POST', '/stream/a').end('{}'))
  expect(await lines.next()).toMatchObject({ value: '"one"' })
  await expect(lines.next()).rejects.toThrow('NGHTTP2_INTERNAL_ERROR')
  expect(test.failures).toEqual(['/stream/a: a fault'])
})

it('rejects a body that is not JSON with 400', async () => {
  await using test = await setup(async function* () {})
  const stream = test.connection.open('POST', '/stream/a').end('nonsense')
  expect(await responseOf(stream)).toMatchObject({ ':status': 400 })
  expect(JSON.parse(await text(stream))).toMatchObject({ code: 'invalid_input' })
})

it('stops the handler when the reader closes the stream', async () => {
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
