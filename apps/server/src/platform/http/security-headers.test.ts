import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { addSecurityHeaders, pagePolicy } from './security-headers.ts'

it('sets a policy on every response that blocks loading and framing', async () => {
  const headers = await headersOf({ publicUrl: 'http://localhost:3000' })
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers).not.toHaveProperty('strict-transport-security')
})

it('enforces https in browsers if the public address is https', async () => {
  const headers = await headersOf({ publicUrl: 'https://gridloom.example' })
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
})

it('covers responses of a later failing hook, and those written past the framework', async () => {
  const app = fastify()
  addSecurityHeaders(app, { publicUrl: 'http://localhost:3000' })
  app.addHook('onRequest', async ({ url }) => {
    if (url === '/api/refused') throw new Error('refused')
  })
  app.get('/api/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).end('')
  })
  for (const url of ['/api/refused', '/api/stream'])
    expect((await app.inject(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  await app.close()
})

it('allows pages no inline scripts and no other origins', () => {
  const policy = pagePolicy({ frames: [], connections: [] })
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("frame-src 'none'")
  expect(policy).not.toMatch(/https?:/)
})

it('allows the one configured widget', () => {
  const policy = pagePolicy({ frames: ['https://challenges.cloudflare.com'], connections: [] })
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;")
  expect(policy).toContain('frame-src https://challenges.cloudflare.com;')
})

it('allows connections to the configured hosts', () => {
  const connections = ['https://models.example', 'wss://models.example']
  const policy = pagePolicy({ frames: [], connections })
  expect(policy).toContain("connect-src 'self' https://models.example wss://models.example;")
})

async function headersOf(options: { publicUrl: string }) {
  const app = fastify()
  addSecurityHeaders(app, options)
  app.get('/', async () => 'ok')
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}
