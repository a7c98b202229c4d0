import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { type SentEvent, sendEvents } from './event-stream.ts'

it('sends a ping every fifteen seconds', async () => {
  await using site = await setup(async function* () {
    await once(site.stop.signal, 'abort')
    yield { event: 'end', data: 0 }
  })
  const answer = await site.read()
  expect(await nextOf(answer)).toBe(': open\n\n')
  await site.clock.advance(15_000)
  expect(await nextOf(answer)).toBe(': ping\n\n')
  await site.clock.advance(15_000)
  expect(await nextOf(answer)).toBe(': ping\n\n')
})

it('requests no more events than its reader reads', async () => {
  let asked = 0
  await using site = await setup(async function* () {
    for (;;) {
      asked += 1
      yield { event: 'line', data: 'x'.repeat(64 * 1024) }
    }
  })
  const answer = await site.read()
  answer.pause()
  let before = -1
  while (before !== asked) {
    before = asked
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(asked).toBeLessThan(1_000)
})

it('ends its events when the reader leaves, even while it waits for room', async () => {
  const released = Promise.withResolvers<void>()
  await using site = await setup(async function* () {
    try {
      for (;;) yield { event: 'line', data: 'x'.repeat(64 * 1024) }
    } finally {
      released.resolve()
    }
  })
  const answer = await site.read()
  answer.destroy()
  await released.promise
  await expect(site.served()).rejects.toMatchObject({ name: 'AbortError' })
})

it('ends with its events, and sends no more pings', async () => {
  await using site = await setup(async function* () {
    yield { event: 'exit', data: 0 }
  })
  const answer = await site.read()
  let text = ''
  for await (const part of answer) text += String(part)
  expect(text).toBe(': open\n\nevent: exit\ndata: 0\n\n')
  await site.served()
})

it('ends, and rejects for its caller, when its events throw', async () => {
  await using site = await setup(async function* () {
    yield { event: 'line', data: 1 }
    throw new TypeError('broken')
  })
  const answer = await site.read()
  let text = ''
  for await (const part of answer) text += String(part)
  expect(text).toContain('data: 1')
  await expect(site.served()).rejects.toThrow('broken')
})

async function nextOf(answer: IncomingMessage): Promise<string> {
  for (;;) {
    const part = answer.read()
    if (part !== null) return String(part)
    await once(answer, 'readable')
  }
}

/** A server that responds with the given events. */
async function setup(events: () => AsyncIterable<SentEvent>) {
  const clock: TestClock = createTestClock()
  const stop = new AbortController()
  const served = Promise.withResolvers<void>()
  // The test awaits it later, or not at all.
  served.promise.catch(() => undefined)
  const server = createServer((_request, response) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, stop.signal])
    const sent = sendEvents(response, events(), { clock, signal })
    served.resolve(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new RangeError('a port was asked for')
  return {
    clock,
    stop,
    served: () => served.promise,
    read: () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ host: '127.0.0.1', port: address.port, agent: false }, resolve).once('error', reject)
      }),
    async [Symbol.asyncDispose]() {
      stop.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
