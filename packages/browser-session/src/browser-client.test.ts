import { api as endpoints } from '@gridloom/contract/api'
import { expect, it } from 'vitest'
import { createBrowserClient } from './browser-client.ts'

it('calls with the token of the cookie, and with another one on request', async () => {
  const { api, sent } = setup()
  await api.client.ledger.balance().catch(() => undefined)
  await api
    .clientWith('temporary')
    .ledger.balance()
    .catch(() => undefined)
  expect(sent).toEqual(['Bearer of-the-cookie', 'Bearer temporary'])
})

it('drops the token of a session that has ended, and reports both', async () => {
  const { api, page, seen } = setup()
  await expect(api.client.ledger.balance()).rejects.toThrow()
  expect(page.cookie).toContain('max-age=0')
  expect(seen).toEqual(['token undefined', 'signed out'])
})

it('calls the origin of the page unless hosts are configured', () => {
  expect(setup().api.apiUrl).toBe('https://gridloom.example')
  expect(setup({ api: 'https://api.example/v2/' }).api.apiUrl).toBe('https://api.example/v2')
})

function setup(hosts?: { api: string }) {
  const page = { cookie: 'token=of-the-cookie' }
  const sent: (string | null)[] = []
  const seen: string[] = []
  const api = createBrowserClient({
    origin: 'https://gridloom.example',
    endpoints,
    hosts,
    page,
    async fetch(_url, init) {
      sent.push(new Headers(init.headers).get('authorization'))
      return Response.json({ error: 'Unauthorized', code: 'unauthorized' }, { status: 401 })
    },
    onToken: (token) => seen.push(`token ${token}`),
    onSignedOut: () => seen.push('signed out'),
  })
  return { api, page, sent, seen }
}
