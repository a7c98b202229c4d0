import { connect, type Socket } from 'node:net'
import { createTestClock } from '@gridloom/async/test-clock'
import { endpoint } from '@gridloom/contract/core/endpoint'
import { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { anActor } from '@gridloom/testkit/actor'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { silentLog } from '../../log.ts'
import { createRoutes } from '../mount.ts'
import { createHttpServer } from '../server.ts'

const thing = endpoint({
  method: 'POST',
  path: '/api/things',
  auth: 'public',
  audit: 'none',
  title: 'A thing',
  summary: 'A thing',
  body: z.strictObject({ name: z.string() }),
  response: z.unknown(),
})
const large = endpoint({
  method: 'POST',
  path: '/api/large',
  auth: 'session',
  audit: 'none',
  title: 'A large thing',
  summary: 'A large thing',
  body: z.strictObject({ name: z.string() }),
  response: z.unknown(),
  bodyBytesMax: 8 * 1024 * 1024,
})
const upload = endpoint({
  method: 'PATCH',
  path: '/api/uploads/{id}',
  auth: 'session',
  audit: 'none',
  title: 'An upload',
  summary: 'An upload',
  transport: 'tus',
  params: z.strictObject({ id: z.string() }),
})
const tusType = 'application/offset+octet-stream'

it('rejects a body that is incomplete after fifteen seconds with 408', async () => {
  await using site = await setup()
  const late = await site.begin(thing, { bytes: 12, sent: '{"name":' })
  await site.clock.advance(14_000)
  expect(late.said()).toBe('')
  await site.clock.advance(2_000)
  const said = await late.ended
  expect(said).toMatch(/^HTTP\/1\.1 408 /)
  expect(said).toContain('"code":"body_too_slow"')
})

it('gives a large body as long as a line of 1 Mbit/s needs', async () => {
  await using site = await setup()
  const slow = await site.begin(large, { bytes: 8 * 1024 * 1024, sent: '{"name":' })
  await site.clock.advance(75_000)
  expect(slow.said()).toBe('')
  await site.clock.advance(6_000)
  expect(await slow.ended).toMatch(/^HTTP\/1\.1 408 /)
})

it('ends an upload that trickles, and not one that keeps its pace', async () => {
  await using site = await setup()
  const begun = { bytes: 64 * 1024 * 1024, sent: 'x', type: tusType }
  const trickle = await site.begin(upload, begun)
  const stream = await site.begin(upload, begun)
  for (let second = 0; second < 95; second += 5) {
    await site.send(trickle, 'x')
    await site.send(stream, 'x'.repeat(32 * 1024))
    await site.clock.advance(5_000)
  }
  expect(await trickle.ended).toBe('')
  expect(stream.isOpen()).toBe(true)
})

it('reserves 64 MiB for one user’s bodies, and releases it when they end', async () => {
  await using site = await setup()
  const begun = { bytes: 8 * 1024 * 1024, sent: '{' }
  const eight = await Promise.all(Array.from({ length: 8 }, () => site.begin(large, begun)))
  const ninth = await site.begin(large, begun)
  expect(await ninth.ended).toMatch(/^HTTP\/1\.1 429 /)
  for (const { socket } of eight) socket.destroy()
  await Promise.all(eight.map(({ ended }) => ended))
  const body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })
  const after = await site.begin(large, { bytes: body.length, sent: body })
  expect(await after.ended).toMatch(/^HTTP\/1\.1 200 /)
})

it('reserves nothing for callers that disconnect during authentication', async () => {
  const found = Promise.withResolvers<void>()
  await using site = await setup(() => found.promise)
  const begun = { bytes: 8 * 1024 * 1024, sent: '{' }
  const gone = await Promise.all(Array.from({ length: 9 }, () => site.begin(large, begun)))
  for (const { socket } of gone) socket.destroy()
  await site.closed(9)
  found.resolve()
  const body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })
  const after = await site.begin(large, { bytes: body.length, sent: body })
  expect(await after.ended).toMatch(/^HTTP\/1\.1 200 /)
})

it('accepts 256 concurrent bodies of one address', async () => {
  await using site = await setup()
  const begun = { bytes: 12, sent: '{"name":' }
  const many = await Promise.all(Array.from({ length: 256 }, () => site.begin(thing, begun)))
  const next = await site.begin(thing, begun)
  expect(await next.ended).toMatch(/^HTTP\/1\.1 429 /)
  for (const { socket } of many) socket.destroy()
})

it('does not count rejected bodies whose connections have ended', async () => {
  await using site = await setup(async () => {
    throw new Refused('unauthorized')
  })
  const begun = { bytes: 8 * 1024 * 1024, sent: '{' }
  const rejected = await Promise.all(Array.from({ length: 256 }, () => site.begin(large, begun)))
  await Promise.all(rejected.map(({ ended }) => ended))
  await site.closed(256)
  const body = JSON.stringify({ name: 'x' })
  const after = await site.begin(thing, { bytes: body.length, sent: body })
  expect(await after.ended).toMatch(/^HTTP\/1\.1 200 /)
})

interface OpenRequest {
  bytes: number
  sent: string
  type?: string
}

/** `known`: resolves when the caller is authenticated. */
async function setup(known = async () => {}) {
  const clock = createTestClock()
  const stopping = new AbortController()
  const app = await createHttpServer({
    ...{ log: silentLog(), clock, publicUrl: 'http://localhost', trustProxy: 0 },
    ...{ rateLimits: 'off', upgrades: {}, newRequestId: () => 'test' },
  })
  const routes = createRoutes<Pick<Ctx, 'settleAudit'>>({
    ...{ app, clock, stopping: stopping.signal },
    authenticator: {
      authenticate: async () => {
        await known()
        return anActor(AccountId.parse(`acc_${'0'.repeat(26)}`))
      },
      sessionSignal: (_actor, until) => until,
    },
    contextFor: () => ({ settleAudit: async () => {} }),
  })
  let taken = Promise.withResolvers<void>()
  routes.on(thing, async () => ({}))
  routes.on(large, async () => ({}))
  routes.tus(upload, async (_ctx, _input, { bytes }) => {
    for await (const _some of bytes) {
      taken.resolve()
    }
    return { status: 204 as const, headers: {} }
  })
  const requests = countOf(app.server)
  const closes = countCloses(app.server)
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  return {
    clock,
    /** Sends the headers and the given bytes; resolves when the server has received the headers. */
    async begin({ method, path }: typeof thing | typeof large | typeof upload, begun: OpenRequest) {
      const { bytes, sent, type = 'application/json' } = begun
      const socket = connect(Number(port), '127.0.0.1')
      let said = ''
      socket
        .on('error', () => undefined)
        .on('data', (some) => {
          said += some.toString()
        })
      const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(said)))
      const seen = requests.next()
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer x\r\n` +
          `content-type: ${type}\r\ncontent-length: ${bytes}\r\n\r\n${sent}`,
      )
      await seen
      await new Promise((resolve) => setImmediate(resolve))
      return { socket, ended, said: () => said, isOpen: () => !socket.destroyed }
    },
    /** Resolves when so many connections have ended on the server's side. */
    closed: closes.reach,
    async send({ socket, ended }: { socket: Socket; ended: Promise<unknown> }, text: string) {
      if (socket.destroyed) return
      taken = Promise.withResolvers<void>()
      socket.write(text)
      await Promise.race([taken.promise, ended])
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

function countCloses(server: NodeJS.EventEmitter) {
  let count = 0
  let reached: { count: number; resolve: () => void } | undefined
  server.on('connection', (socket: NodeJS.EventEmitter) =>
    socket.once('close', () => {
      count += 1
      if (reached !== undefined && count >= reached.count) reached.resolve()
    }),
  )
  return {
    reach: (wanted: number) =>
      new Promise<void>((resolve) => {
        reached = { count: wanted, resolve }
        if (count >= wanted) resolve()
      }),
  }
}

function countOf(server: NodeJS.EventEmitter) {
  const waiting: (() => void)[] = []
  server.on('request', () => waiting.shift()?.())
  return { next: () => new Promise<void>((resolve) => waiting.push(resolve)) }
}
