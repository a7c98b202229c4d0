import { startServer, type TestServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

describe('system', () => {
  it('serves health, readiness with its reasons, and configuration to anyone', async () => {
    await using server = await startServer()
    expect(await read(server, '/api/health')).toEqual({ status: 'ok' })
    expect(await read(server, '/api/ready')).toMatchObject({
      ready: true,
      parts: {
        database: { ok: true },
        changes: { ok: true },
        migrations: { ok: true },
        jobs: { ok: true },
      },
    })
    expect(await server.client().system.config()).toMatchObject({
      name: 'Gridloom',
      description: 'AI and rendering compute supercloud, beta',
      captcha: { kind: 'altcha' },
    })
  })

  it('is not ready once its database lacks a migration, and names it', async () => {
    await using server = await startServer()
    const { db } = server.container
    await db
      .withTables<{ migrations: { name: string } }>()
      .deleteFrom('migrations')
      .where('name', '=', '0010-identity.sql')
      .execute()
    const response = await fetch(`${server.url}/api/ready`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      code: 'not_ready',
      details: { migrations: 'not applied: 0010-identity.sql', database: 'answers' },
    })
  })

  it('shows the Turnstile site key where configured, and offers no challenges of its own', async () => {
    const turnstile = { siteKey: 'the-site', secretKey: 'the-secret' }
    await using server = await startServer({ config: { turnstile } })
    const config = JSON.stringify(await server.client().system.config())
    expect(config).toContain('the-site')
    expect(config).not.toContain('the-secret')
    const challenge = await fetch(`${server.url}/api/captcha/challenge`)
    expect(challenge.status).toBe(404)
    const page = await fetch(`${server.url}/`)
    expect(page.headers.get('content-security-policy')).toContain('challenges.cloudflare.com')
  })

  it('mounts every endpoint of its OpenAPI document', async () => {
    await using server = await startServer()
    const { paths } = Document.parse(await read(server, '/api/openapi.json'))
    const unmounted: string[] = []
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const url = server.url + path.replace(/\{\w+\}/g, 'x')
        const response = await fetch(url, { method: method.toUpperCase() })
        const text = await response.text()
        if (text.includes('"what":"address"')) unmounted.push(`${method} ${path}`)
      }
    }
    // Upgrades are handled below the routes, so that a plain request finds no route.
    expect(unmounted).toEqual(['get /api/agent/connect'])
  })
})

describe('the reference at /api/docs', () => {
  it('loads nothing from other hosts and allows only its own script by nonce', async () => {
    await using server = await startServer()
    const page = await fetch(`${server.url}/api/docs`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).not.toMatch(/(src|href)="https?:/)
    expect(html).toMatch(/"persistAuth":\s*false/)
    const policy = page.headers.get('content-security-policy') ?? ''
    const [, nonce = 'none'] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
    expect(html).toContain(`nonce="${nonce}"`)
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? []
    const loaded = await fetch(new URL(script, page.url))
    expect(loaded.headers.get('content-type')).toContain('javascript')
    await loaded.body?.cancel()
  })
})

const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

async function read(server: TestServer, path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json()
}
