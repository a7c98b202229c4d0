import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { api } from '@gridloom/contract/api'
import { limits } from '@gridloom/contract/core/constants'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Failure } from '@gridloom/contract/core/replies'
import { afterAll, describe, expect, it } from 'vitest'
import { watchHealth } from '../../src/health-watch.ts'
import {
  hostileBodies,
  sendBody,
  sendHead,
  sendUnfinished,
  type UnfinishedRequest,
} from '../../src/hostile-bodies.ts'
import { startServerProcess } from '../../src/server-process.ts'
import { signUp } from '../../src/sign-up.ts'

const askPath = '/v1/chat/completions'
const mib = 1024 ** 2
const sharedSite = setup()
afterAll(async () => (await sharedSite).end())

const endpoints = Object.entries(api).flatMap(([area, members]) =>
  Object.entries(members).map(([name, one]): [string, Endpoint] => [`${area}.${name}`, one]),
)
const withBody = endpoints.filter(([, { method }]) => method !== 'GET')
const needToken = withBody.filter(([, { auth }]) => auth !== 'public')
const needNone = withBody.filter(([, { auth }]) => auth === 'public')

describe('without a token', () => {
  it.each(needToken)(
    '%s is rejected with 401 before any of its body arrives',
    async (_name, endpoint) => {
      const { url } = await sharedSite
      const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x')
      const type = endpoint.transport === 'tus' ? 'application/offset+octet-stream' : undefined
      const answer = await sendHead(url, { ...endpoint, path, type, bytes: endpoint.bodyBytesMax })
      expect(answer).toMatch(/^HTTP\/1\.1 401 /)
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    },
  )

  it.each(needNone)('%s rejects a body over 64 KiB with 413', async (_name, endpoint) => {
    const { url } = await sharedSite
    expect(endpoint.bodyBytesMax).toBeLessThanOrEqual(limits.publicBodyBytes)
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x')
    const answer = await sendHead(url, { ...endpoint, path, bytes: limits.publicBodyBytes + 1 })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('64 KiB')
  })

  it.each(['/api/nothing', '/v1/nothing', '/nothing'])(
    'an unknown path rejects a body with 404: %s',
    async (path) => {
      const { url } = await sharedSite
      expect(await sendHead(url, { method: 'POST', path, bytes: mib })).toMatch(/^HTTP\/1\.1 404 /)
    },
  )

  it('an unknown token counts as none', async () => {
    const { url } = await sharedSite
    const sending = { method: 'POST', path: askPath, bytes: 8 * mib }
    expect(await sendHead(url, { ...sending, token: 'x'.repeat(43) })).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('the server stays responsive', () => {
  const attacks: [what: string, body: () => Buffer, atOnce: number][] = [
    ['lists in lists, 3.9 million deep', hostileBodies.deep, 1],
    ['six of them at once', hostileBodies.deep, 6],
    ['2.6 million objects and a __proto__', hostileBodies.wide, 1],
    ['600 000 fields that nobody knows', hostileBodies.strangeFields, 1],
    ['3.9 million escapes', hostileBodies.escapes, 1],
    ['10 000 messages of which none is right', hostileBodies.wrongMessages, 2],
  ]
  it.each(attacks)('while visitors and members send %s', async (_what, make, atOnce) => {
    const { url, token } = await sharedSite
    const body = make()
    const quiet = await watchHealth(url, () => delay(attackMs))
    for (const by of [undefined, token]) {
      const attack = () => again(atOnce, () => sendBody(url, { path: askPath, body, token: by }))
      const p99Ms = await leastP99Ms(url, { attack, wantedMs: stallMsMax + quiet.p99Ms })
      expect(p99Ms, `beside ${quiet.p99Ms} ms`).toBeLessThan(stallMsMax + quiet.p99Ms)
    }
  })

  it('while a hundred requests never finish a body of 7.9 MB, and keeps no such body in memory', async () => {
    const { url, token, pid } = await sharedSite
    const body = Buffer.alloc(7_900_000, 'a')
    const before = await heldMib(pid)
    for (const by of [undefined, token]) {
      const statuses: string[] = []
      const times = await watchHealth(url, async () => {
        const sending = { path: askPath, body, token: by }
        const open = await Promise.all(
          Array.from({ length: 100 }, () => sendUnfinished(url, sending)),
        )
        for (const { answer } of open) void answer.then((text) => statuses.push(text.slice(9, 12)))
        // The connection of a visitor is ended, whether or not the visitor keeps sending.
        if (by === undefined) await Promise.all(open.map(({ answer }) => answer))
        else await Promise.all([atLeast(refusedMin, open), delay(attackMs)])
        for (const { socket } of open) socket.destroy()
        await Promise.all(open.map(({ answer }) => answer))
      })
      expect(times.failed).toBe(0)
      const refused = statuses.filter((status) => status === '429')
      const all = `of ${statuses.join(' ')}`
      if (by !== undefined) expect(refused.length, all).toBeGreaterThanOrEqual(refusedMin)
    }
    expect((await heldMib(pid)) - before).toBeLessThan(300)
  })
})

describe('a member', () => {
  it('can send a prompt of almost 8 MiB', async () => {
    const { url, token } = await sharedSite
    const messages = [{ role: 'user', content: 'ä'.repeat(4 * mib - 200) }]
    const body = Buffer.from(JSON.stringify({ model: 'nobody/nothing', messages }))
    expect(body.length).toBeGreaterThan(7.9 * mib)
    expect(await sendBody(url, { path: askPath, body, token })).toBe(404)
  })

  it('can send ten thousand messages in one request', async () => {
    const { url, token } = await sharedSite
    const content = [{ type: 'text', text: 'hello '.repeat(20) }]
    const messages = Array.from({ length: 10_000 }, () => ({ role: 'user', content }))
    const body = Buffer.from(JSON.stringify({ model: 'nobody/nothing', messages }))
    expect(await sendBody(url, { path: askPath, body, token })).toBe(404)
  })

  it('gets at most 50 field errors for a body with 9,000 unknown fields', async () => {
    const { url, token } = await sharedSite
    const answer = await fetch(`${url}/api/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [at, 1]))),
    })
    expect(answer.status).toBe(400)
    const { fields = {} } = Failure.parse(await answer.json())
    expect(Object.values(fields)).toContain('Unknown field.')
    expect(Object.keys(fields).length).toBeLessThanOrEqual(50)
  })
})

/** Generous: other tests run on the same cores. The promised limit is measured by the bench `stall`. */
const stallMsMax = 500
const attackMs = 800
const pauseMs = 200
/** Of a hundred sent by one member: 64 MiB are reserved for the bodies of one user. */
const refusedMin = 90

/** Resolves once `count` of them are answered. */
function atLeast(count: number, open: readonly UnfinishedRequest[]): Promise<void> {
  let answered = 0
  return new Promise((resolve) => {
    for (const { isAnswered } of open)
      void isAnswered.then(() => {
        answered += 1
        if (answered === count) resolve()
      })
  })
}

/**
 * Returns the shortest p99 of `/api/health` of up to three rounds of an attack. A body that stalls the server stalls it in
 * each round; other programs of a busy machine take its cores in one of them.
 */
async function leastP99Ms(
  url: string,
  { attack, wantedMs }: { attack: () => Promise<unknown>; wantedMs: number },
): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && leastMs >= wantedMs; round++) {
    const { failed, p99Ms } = await watchHealth(url, attack)
    expect(failed).toBe(0)
    leastMs = Math.min(leastMs, p99Ms)
  }
  return leastMs
}

/** Repeats an attack for {@link attackMs}, `atOnce` in parallel. */
async function again(atOnce: number, attack: () => Promise<unknown>): Promise<void> {
  const untilMs = performance.now() + attackMs
  const attacker = async () => {
    while (performance.now() < untilMs) {
      await attack()
      await delay(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, attacker))
}

/** Source: Linux, Documentation/filesystems/proc.rst, `VmRSS`. */
async function heldMib(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

async function setup() {
  const server = await startServerProcess()
  const token = await signUp(server, { access: true })
  const pid = await server.pidOf('server')
  // The thread for large bodies starts with the first of them.
  const body = hostileBodies.wrongMessages()
  await sendBody(server.url, { path: askPath, body, token })
  return { url: server.url, token, pid, end: () => server[Symbol.asyncDispose]() }
}
