import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startServerProcess } from '../../src/server-process.ts'

const sharedSite = setup()
afterAll(async () => (await sharedSite).end())

const tricks = [
  '/../../etc/passwd',
  '/..',
  '/assets/../../../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/%252e%252e%252fetc%252fpasswd',
  '/..\\..\\etc\\passwd',
  '/..%5c..%5cetc%5cpasswd',
  '/etc/passwd%00.html',
  '/%00',
  '/%',
  '/%c0%ae%c0%ae/etc/passwd',
  '//etc/passwd',
  '///../etc/passwd',
  '//evil.example/..',
  '/.env',
  '/.git/config',
  '/./././../package.json',
  '/?../../etc/passwd',
  '/;/../etc/passwd',
  '/api/../../etc/passwd',
  '/api//user/details',
  '/v1/models/../../../etc/passwd',
  '/install/agent/..%2f..%2f..%2fetc%2fpasswd',
  '/models/text/models/..%2f..%2f..%2fetc%2fpasswd',
  '/api/pictures/..%2f..%2fdatabase-password',
  '/render/..%2faddon',
  'http://evil.example/../etc/passwd',
  'http://127.0.0.1/../../etc/passwd',
  'file:///etc/passwd',
  '*',
  '/\u00e9\u00e9',
  `/${'a'.repeat(15_000)}`,
  `/${'../'.repeat(5_000)}etc/passwd`,
  `/${'%2e%2e%2f'.repeat(1_500)}etc/passwd`,
  `/${'a/'.repeat(7_000)}`,
  `/?${'a[b]='.repeat(2_500)}`,
  `/${'a'.repeat(100_000)}`,
]

/** Methods that Node.js parses, and one that it does not. */
const methods = [...METHODS.filter((method) => method !== 'CONNECT'), 'GRIDLOOM']

it('answers no path with a 5xx, nor with a file from elsewhere', async () => {
  const site = await sharedSite
  for (const method of ['GET', 'HEAD', 'POST']) {
    for (const trick of tricks) {
      const { status, text } = await site.ask(method, trick)
      const context = `${method} ${trick.slice(0, 80)}: ${status} ${text.slice(0, 200)}`
      expect(status, context).toBeLessThan(500)
      expect(text, context).not.toMatch(/root:.*:0:0:|DATABASE_URL|"workspaces"/)
    }
  }
  expect(await site.faults()).toEqual([])
})

it('answers an unsupported method with 404 or 405, or 400 if Node.js cannot parse it', async () => {
  const site = await sharedSite
  for (const method of methods) {
    if (method === 'GET' || method === 'HEAD') continue
    for (const path of ['/', '/api/config', '/api/nothing', '/v1/nothing', '/assets/x.js']) {
      // CORS preflight of other sites.
      if (method === 'OPTIONS' && path.startsWith('/v1')) continue
      const { status } = await site.ask(method, path)
      // A method that Node.js cannot parse is a malformed request.
      expect(method === 'GRIDLOOM' ? [400] : [404, 405], `${method} ${path}`).toContain(status)
    }
  }
  expect(await site.faults()).toEqual([])
})

it('opens no CONNECT tunnel', async () => {
  const site = await sharedSite
  const { status } = await site.ask('CONNECT', '169.254.169.254:80')
  expect([0, 404, 405]).toContain(status)
  expect((await site.ask('GET', '/api/health')).status).toBe(200)
})

async function setup() {
  const server = await startServerProcess()
  const { hostname, port } = new URL(server.url)
  return {
    /** Its log lines at level error or fatal. */
    faults: async () =>
      (await server.lastOutput()).split('\n').filter((line) => /"level":[56]0/.test(line)),
    /**
     * Sends a request line unchanged: clients normalise paths. Status 0: the connection was closed without an answer.
     */
    async ask(method: string, path: string) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      let text = ''
      socket.setEncoding('latin1').on('data', (part) => {
        text += part
      })
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
      await new Promise((resolve) => socket.once('close', resolve))
      return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
    },
    end: () => server[Symbol.asyncDispose](),
  }
}
