import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { startServer } from '@gridloom/testkit/server'
import { expect, it } from 'vitest'

it('serves the models host from a second listener, as the page at the first calls it', async () => {
  await using page = await startServer()
  await using second = await startServer({
    databaseUrl: page.container.databaseUrl,
    config: { publicUrl: page.url },
  })
  const origin = page.url
  const seen: { url: string; admitted: string | null }[] = []
  const client = createClient({
    baseUrl: page.url,
    hosts: { models: `${second.url}/models` },
    tokens: memoryTokens(),
    async fetch(url, init) {
      const headers = new Headers(init.headers)
      headers.set('origin', origin)
      const response = await fetch(url, { ...init, headers })
      seen.push({ url, admitted: response.headers.get('access-control-allow-origin') })
      return response
    },
  })
  await client.models.list()
  await client.system.health()
  expect(seen).toEqual([
    { url: `${second.url}/models/text/models`, admitted: origin },
    { url: `${page.url}/api/health`, admitted: null },
  ])
})
