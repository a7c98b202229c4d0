import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { admitOwnPage } from './own-page-elsewhere.ts'

const origin = 'https://gridloom.example'

describe('the web app at another name of the server', () => {
  it.each(['/api/user/details', '/models/chats', '/content/api/missions'])(
    'may call %s with every method and header of the API',
    async (url) => {
      const headers = await preflight(url, origin)
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, idempotency-key',
        vary: 'origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  it.each([
    ['/api/user/details', 'https://elsewhere.example'],
    ['/api/user/details', 'http://gridloom.example'],
    ['/api/user/details', `${origin}.evil.example`],
    ['/api/user/details', 'null'],
    ['/install/agent', origin],
  ])('is the only page: %s is closed to %s', async (url, other) => {
    const headers = await preflight(url, other)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('access-control-allow-methods')
  })
})

async function preflight(url: string, from: string) {
  const app = fastify()
  admitOwnPage(app, { publicUrl: origin })
  const headers = {
    origin: from,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization, idempotency-key',
  }
  const response = await app.inject({ method: 'OPTIONS', url, headers })
  await app.close()
  return response.headers
}
