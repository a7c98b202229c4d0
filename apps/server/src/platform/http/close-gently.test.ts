import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { closeGently } from './close-gently.ts'

it('finishes a call in progress, and accepts no new one', async () => {
  const site = await setup()
  const answer = fetch(site.url)
  await site.called
  const closed = closeGently(site.app, { graceMs: 10_000 })
  site.release()
  expect(await (await answer).text()).toBe('done')
  await closed
  await expect(fetch(site.url)).rejects.toThrow()
})

it('cuts calls that have not finished after the grace period', async () => {
  const site = await setup()
  const answer = fetch(site.url)
  const cut = expect(answer).rejects.toThrow()
  await site.called
  await closeGently(site.app, { graceMs: 50 })
  await cut
  site.release()
})

/** A server whose one call ends when the test releases it. */
async function setup() {
  const gate = Promise.withResolvers<string>()
  const called = Promise.withResolvers<void>()
  const app = fastify({ forceCloseConnections: 'idle' })
  app.get('/', () => {
    called.resolve()
    return gate.promise
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, called: called.promise, release: () => gate.resolve('done') }
}
