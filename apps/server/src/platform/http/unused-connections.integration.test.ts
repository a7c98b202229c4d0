import { once } from 'node:events'
import { connect } from 'node:net'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { closeGently } from './close-gently.ts'
import { createHttpServer } from './server.ts'

it('does not wait for a preopened connection when it stops', async () => {
  const app = await createHttpServer({
    log: silentLog(),
    clock: systemClock,
    publicUrl: 'http://localhost',
    trustProxy: 0,
    rateLimits: 'off',
    upgrades: {},
    newRequestId: () => 'test',
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const opened = connect(Number(url.port), url.hostname)
  await Promise.all([once(opened, 'connect'), once(app.server, 'connection')])
  const startedMs = performance.now()
  await Promise.all([closeGently(app, { graceMs: 10_000 }), once(opened, 'close')])
  expect(performance.now() - startedMs).toBeLessThan(1_000)
})
