import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { agentHeaders, agentUpgrade } from '@gridloom/contract/agent/protocol'
import { api } from '@gridloom/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMaliciousAgent } from '../../src/malicious-agent.ts'
import { openAccount } from '../../src/open-account.ts'
import { startServer } from '../../src/server.ts'
import { turnableClock } from '../../src/turnable-clock.ts'

/** Unauthenticated connections that one network may hold open, and all networks together. */
const perNetworkMax = 64
const overallMax = 2_000
const withinMs = 15_000
const atOnce = 20
const terminalPath = api.instances.terminal.path.replace('{id}', `ins_${'0'.repeat(26)}`)

let site: Awaited<ReturnType<typeof setup>>
beforeAll(async () => {
  site = await setup()
}, 60_000)
afterAll(() => site.end())

describe('sockets that never authenticate', () => {
  it('are limited to 64 per IPv6 /64, machine connections included', async () => {
    const held = await site.hold(perNetworkMax, (at) => `2001:db8:0:1:${at + 1}::1`)
    expect(held.map(({ status }) => status)).toEqual(held.map(() => 101))
    const from = '2001:db8:0:1:ffff::1'
    expect((await site.open({ from })).status).toBe(429)
    expect((await site.open({ from, ...site.asMachine() })).status).toBe(429)
    expect((await site.open({ from: '2001:db8:0:2::1' })).status).toBe(101)
    await site.letGo()
  })

  it('are closed after 15 s, whatever they send meanwhile', async () => {
    const held = await site.hold(4, () => '203.0.113.1')
    for (const { socket } of held) socket.write(pingFrame)
    await Promise.all(held.map(({ socket }) => once(socket, 'data')))
    site.clock.turn(withinMs)
    await Promise.all(held.map(({ closed }) => closed))
  })

  it('are closed oldest first at the overall limit, so that new clients can connect', async () => {
    const more = 60
    const held = await site.hold(overallMax + more, (at) => `203.0.113.${at % 50}`)
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([101]))
    await Promise.all(held.slice(0, more).map(({ closed }) => closed))
    const link = await site.machine.connect()
    const person = await site.open({ from: '198.51.100.1' })
    expect(person.status).toBe(101)
    expect(link.session.destroyed).toBe(false)
    expect(person.socket.destroyed).toBe(false)
    await site.letGo()
  })
})

describe('unsigned connection requests for a machine', () => {
  it('are limited to 60 per network, and do not block the machine elsewhere', async () => {
    const from = '2001:db8:0:3::1'
    const statuses: number[] = []
    for (let tries = 0; tries < 64; tries += 1)
      statuses.push((await site.open({ from, ...site.asMachine() })).status)
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401))
    expect(statuses.at(-1)).toBe(429)
    await expect(site.machine.connect()).resolves.toBeDefined()
  })

  it('do not delay the machine itself, however many arrive at once', async () => {
    const asked = Array.from({ length: perNetworkMax }, () =>
      site.open({ from: '2001:db8:0:4::1', ...site.asMachine() }),
    )
    await expect(site.machine.connect()).resolves.toBeDefined()
    await Promise.all(asked)
  })
})

describe('an upgrade', () => {
  it('is rejected with 404 where no socket is served', async () => {
    const from = '203.0.113.2'
    for (const path of [api.system.health.path, '/', '/nothing'])
      expect((await site.open({ from, path })).status).toBe(404)
  })

  it('to an unsupported protocol is answered as an ordinary request', async () => {
    const asked = { from: '203.0.113.2', path: api.system.health.path }
    for (const upgrade of ['h2c', '__proto__'])
      expect((await site.open({ ...asked, upgrade })).status).toBe(200)
    expect((await site.open({ ...asked, method: 'POST' })).status).toBe(404)
  })
})

interface UpgradeRequest {
  from: string
  path?: string
  method?: string
  upgrade?: string
  headers?: Record<string, string>
}

/** A ping from a client, masked with zeros. Source: RFC 6455, 5.2. */
const pingFrame = Buffer.of(0x89, 0x80, 0, 0, 0, 0)

async function setup() {
  await using opened = new AsyncDisposableStack()
  const clock = turnableClock()
  const server = opened.use(
    await startServer({ clock, rateLimits: 'on', config: { trustProxy: 1 } }),
  )
  const owner = server.client(await openAccount(server, { access: true }))
  const machine = opened.use(await startMaliciousAgent(server, { owner }))
  const { hostname, port } = new URL(server.url)
  const held = new Set<Socket>()
  const ended = new Set<Promise<unknown>>()

  /** Resolves with the status of the answer; the connection stays open if the server keeps it open. */
  async function open({ from, path, method, upgrade, headers }: UpgradeRequest) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    held.add(socket)
    ended.add(closed)
    const lines = Object.entries({
      host: 'test',
      connection: 'Upgrade',
      upgrade: upgrade ?? 'websocket',
      'x-forwarded-for': from,
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`)
    const head = [`${method ?? 'GET'} ${path ?? terminalPath} HTTP/1.1`, ...lines]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const [first] = await once(socket, 'data')
    return { socket, closed, status: Number(String(first).slice(9, 12)) }
  }

  const open_ = opened.move()
  return {
    clock,
    machine,
    open,
    /** Opens connections in the given order: too many at once would exceed the server's accept queue. */
    async hold(count: number, from: (at: number) => string) {
      const all: Awaited<ReturnType<typeof open>>[] = []
      for (let begun = 0; begun < count; begun += atOnce) {
        const more = Array.from({ length: Math.min(atOnce, count - begun) }, (_, at) => begun + at)
        all.push(...(await Promise.all(more.map((at) => open({ from: from(at) })))))
      }
      return all
    },
    /** Well-formed, for an existing machine, with a signature of nobody. */
    asMachine: (): Partial<UpgradeRequest> => ({
      path: api.machines.connect.path,
      upgrade: agentUpgrade,
      headers: {
        [agentHeaders.machine]: machine.machineId,
        [agentHeaders.nonce]: randomBytes(32).toString('base64url'),
        [agentHeaders.signature]: randomBytes(64).toString('base64url'),
      },
    }),
    async letGo() {
      for (const socket of held) socket.destroy()
      await Promise.all(ended)
      held.clear()
      ended.clear()
    },
    end: () => open_.disposeAsync(),
  }
}
