import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createTestClock } from '@gridloom/async/test-clock'
import { agentCall, duplexRequestBytesMax, duplexRequestMs } from '@gridloom/contract/agent/call'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { responseOf } from '../../test/agent-connection.ts'
import { serveRoutes } from '../../test/serve-routes.ts'
import { handleDuplex } from './handle.ts'

const firstLine = '{"word":"given"}\n'
const call = agentCall({
  method: 'POST',
  path: '/joined',
  transport: 'duplex',
  request: z.object({ word: z.string() }),
})

it('reads the request of a duplex call from its first line, and no byte of what follows', async () => {
  await using test = await setup()
  const bytes = Buffer.alloc(300_000, 'more\n')
  const stream = test.connection.open('POST', '/joined')
  stream.end(Buffer.concat([Buffer.from(firstLine), bytes]))
  expect(await responseOf(stream)).toMatchObject({ ':status': 200, 'x-word': 'given' })
  expect(await text(stream)).toBe(bytes.toString())
})

it('reads it from as many parts as it comes in', async () => {
  await using test = await setup()
  const stream = test.connection.open('POST', '/joined')
  const answered = responseOf(stream)
  for (const part of ['{"wo', 'rd":"giv', 'en"}', '\nraw']) {
    stream.write(part)
    await test.connection.call('POST', '/ping')
  }
  stream.end()
  expect(await answered).toMatchObject({ 'x-word': 'given' })
  expect(await text(stream)).toBe('raw')
})

it.each([
  ['has no end', '{"word":"given"}', 'has no end'],
  ['is not JSON', 'nonsense\nraw', 'is not valid JSON'],
  ['is another request', '{"word":1}\nraw', 'Invalid body: word'],
  ['is too large', `{"word":"${'x'.repeat(duplexRequestBytesMax)}"}\n`, 'is too large'],
  ['goes on for ever', 'x'.repeat(duplexRequestBytesMax + 1), 'is too large'],
])('refuses a first line that %s, and keeps nothing of its stream', async (_, body, reason) => {
  await using test = await setup()
  const stream = test.connection.open('POST', '/joined')
  const closed = once(stream, 'close')
  stream.write(body)
  if (reason === 'has no end') stream.end()
  else stream.write('more')
  expect(await responseOf(stream)).toMatchObject({ ':status': 400 })
  expect(await text(stream)).toContain(reason)
  stream.end()
  await closed
})

it('refuses a first line that is late', async () => {
  await using test = await setup()
  const stream = test.connection.open('POST', '/joined')
  const answered = responseOf(stream)
  stream.write('{"word":')
  await test.connection.call('POST', '/ping')
  await test.clock.advance(duplexRequestMs)
  expect(await answered).toMatchObject({ ':status': 400 })
  expect(await text(stream)).toContain('did not arrive in time')
})

async function setup() {
  const clock = createTestClock()
  const route = handleDuplex(call, clock, async ({ body }) => ({
    stream: new PassThrough(),
    headers: { 'x-word': body.word },
  }))
  return { clock, ...(await serveRoutes([route])) }
}
