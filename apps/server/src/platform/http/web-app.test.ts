import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { HostUrls } from '@gridloom/contract/core/hosts'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { answerFailures } from './mount.ts'
import { limitRates } from './rate-limits.ts'
import { serveWebApp } from './web-app.ts'

const page = '<head></head><p>app</p>'
const landing = '<head></head><h1>landing</h1>'

it.each(['/instance/myinstance', '/model-hub/org%2Fname', '/assets/', '/assets'])(
  'returns the app, uncached, for the page %s',
  async (url) => {
    await using site = await setup({ built: 'yes' })
    const response = await site.get(url)
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(page)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers['content-security-policy']).toBe('the policy')
  },
)

it('opens the start page for visitors, and the app for whoever has a session', async () => {
  await using site = await setup({ built: 'yes' })
  const open = async (cookie: string | undefined, url = '/') => {
    const headers = cookie === undefined ? {} : { cookie }
    const { body, headers: sent } = await site.app.inject({ method: 'GET', url, headers })
    expect(sent.vary).toContain('Cookie')
    expect(sent['content-security-policy']).toBe('the policy')
    expect(sent['cache-control']).toBe('no-cache')
    return body
  }
  expect(await open(undefined)).toBe(landing)
  expect(await open('token=; theme=dark')).toBe(landing)
  expect(await open(undefined, '/?from=mail')).toBe(landing)
  expect(await open('theme=dark; token=abc')).toBe(page)
  expect(await open(undefined, '/onboarding')).toBe(page)
})

it.each([
  ['/model-hub/acme/SmolLM2-1.7B', 200],
  ['/nothing.page', 200],
  ['/assets/gone.js', 404],
  ['/api/nothing.json', 404],
])('answers %s, opened in a browser, with %i', async (url, status) => {
  await using site = await setup({ built: 'yes' })
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const response = await site.app.inject({ method: 'GET', url, headers: { accept } })
  expect(response.statusCode).toBe(status)
})

it.each(['/', '/landing.html', '/onboarding', '/index.html', '/instance'])(
  'names the configured hosts in %s',
  async (url) => {
    await using site = await setup({ built: 'yes', hosts: { models: 'https://models.example' } })
    const { body, headers } = await site.get(url)
    expect(body).toContain('gridloom-hosts')
    expect(body).toContain('https://models.example')
    expect(headers['content-security-policy']).toBe('the policy')
  },
)

it('caches built files permanently, and revalidates others', async () => {
  await using site = await setup({ built: 'yes' })
  const hashed = await site.get('/assets/main-1a2b.js')
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const plain = await site.get('/theme.js')
  expect(plain.headers['cache-control']).toBe('no-cache')
})

it.each([
  '/assets/gone.js',
  '/missing-1.7.png',
  '/api/nothing',
  '/api',
  '/models/nothing',
  '/install/agent',
  '/..%2f..%2fpackage.json',
])('returns 404 as JSON for %s', async (url) => {
  await using site = await setup({ built: 'yes' })
  const response = await site.get(url)
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ status: 'error', code: 'not_found' })
})

it('returns 404 for a form sent to a page', async () => {
  await using site = await setup({ built: 'yes' })
  const response = await site.app.inject({ method: 'POST', url: '/instance' })
  expect(response.statusCode).toBe(404)
})

it('explains how to build the app when it is missing', async () => {
  await using site = await setup({ built: 'no' })
  const response = await site.get('/')
  expect(response.statusCode).toBe(503)
  expect(response.body).toContain('npm run build -w @gridloom/web')
})

it('opens for a room full of users behind one address, and counts their files', async () => {
  await using site = await setup({ built: 'yes' })
  const [people, filesEach] = [300, 60]
  await site.get('/assets/main-1a2b.js')
  const { headers } = await site.get('/theme.js')
  expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(people * filesEach)
  expect(Number(headers['x-ratelimit-remaining'])).toBe(Number(headers['x-ratelimit-limit']) - 2)
})

interface Setup {
  built: 'yes' | 'no'
  hosts?: Partial<HostUrls>
}

async function setup({ built, hosts = {} }: Setup) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-web-'))
  if (built === 'yes') {
    await mkdir(path.join(folder, 'assets'))
    await writeFile(path.join(folder, 'index.html'), page)
    await writeFile(path.join(folder, 'landing.html'), landing)
    await writeFile(path.join(folder, 'theme.js'), '')
    await writeFile(path.join(folder, 'assets', 'main-1a2b.js'), '')
  }
  const app = fastify()
  answerFailures(app)
  await limitRates(app)
  await serveWebApp(app, { folder, hosts, contentSecurityPolicy: 'the policy' })
  return {
    app,
    get: (url: string) => app.inject({ method: 'GET', url }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}
