import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { answerFailures } from './mount.ts'
import { refuseAppOrigins } from './refuse-app-origins.ts'

it.each([
  ['https://8888-ins0123456789abcdef.apps.test', '/api/x', 403],
  ['https://x.apps.test:8443', '/api/x', 403],
  ['https://apps.test', '/api/x', 200],
  ['https://evil-apps.test', '/api/x', 200],
  ['null', '/api/x', 200],
  ['https://8888-ins0123456789abcdef.apps.test', '/v1/models', 200],
  ['http://console.apps.test', '/api/x', 200],
])('from a page of %s, %s is answered with %i', async (origin, url, status) => {
  const app = fastify()
  answerFailures(app)
  refuseAppOrigins(app, { appsDomain: 'apps.test' })
  app.get('/*', async () => 'ok')
  const headers = { origin, host: 'console.apps.test' }
  expect((await app.inject({ url, headers })).statusCode).toBe(status)
  await app.close()
})
