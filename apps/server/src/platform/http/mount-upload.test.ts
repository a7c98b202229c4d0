import { getEventListeners, once } from 'node:events'
import { connect } from 'node:net'
import { createTestClock } from '@gridloom/async/test-clock'
import { endpoint } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import { eventually } from '@gridloom/testkit/eventually'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { answerFailures, createRoutes } from './mount.ts'
import type { UploadRequest } from './routes.ts'

const upload = endpoint({
  method: 'PATCH',
  path: '/api/uploads/{id}',
  auth: 'session',
  title: 'An upload',
  summary: 'An upload',
  transport: 'tus',
  params: z.strictObject({ id: z.string() }),
})
const type = 'application/offset+octet-stream'
const bearer = 'Bearer x'

it('lets the handler stream a body of any length, and sends its response', async () => {
  await using site = await setup({ handle: readAll })
  const answer = await site.patch(new Uint8Array(5_000_000))
  expect(answer.status).toBe(204)
  expect(answer.headers.get('upload-offset')).toBe('5000000')
})

it('serves HEAD at the same path', async () => {
  await using site = await setup({ handle: readAll })
  const answer = await fetch(site.url, { method: 'HEAD', headers: { authorization: bearer } })
  expect(answer.status).toBe(204)
  expect(site.methods).toEqual(['HEAD'])
})

it('rejects another content type, and a call without a token, before the handler', async () => {
  await using site = await setup({ handle: readAll })
  const typed = await site.patch(bytesOf('{}'), { 'content-type': 'application/json' })
  expect([typed.status, await typed.json()]).toEqual([
    415,
    expect.objectContaining({ code: 'unsupported_type' }),
  ])
  expect((await site.patch(bytesOf('a'), { authorization: '' })).status).toBe(401)
  expect(site.methods).toEqual([])
})

it('returns an error of the handler like any other, and reads little of the rest', async () => {
  await using site = await setup({
    handle: async () => {
      throw new Refused('upload_mismatch')
    },
  })
  const little = await site.patch(bytesOf('abc'))
  expect([little.status, await little.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'upload_mismatch' }),
  ])
  expect(little.headers.get('connection')).not.toBe('close')
  const answer = await site.headOf(10_000_000)
  expect(answer).toContain('400 Bad Request')
  expect(answer.toLowerCase()).toContain('connection: close')
})

it('breaks off the body when the server stops', async () => {
  const stopping = new AbortController()
  const broke = Promise.withResolvers<string>()
  await using site = await setup({
    stopping: stopping.signal,
    handle: async (request) => {
      const ended = readAll(request).catch(() => broke.resolve('it broke'))
      stopping.abort()
      await ended
      return { status: 204, headers: {} }
    },
  })
  await expect(site.headOf(10_000_000)).resolves.toBe('')
  await expect(broke.promise).resolves.toBe('it broke')
})

it('leaves no listener behind for a rejected body that nobody read', async () => {
  const { signal } = new AbortController()
  await using site = await setup({
    stopping: signal,
    handle: async () => {
      throw new Refused('upload_mismatch')
    },
  })
  const before = getEventListeners(signal, 'abort').length
  expect(await site.headOf(10_000_000)).toContain('400 Bad Request')
  await eventually(() => expect(getEventListeners(signal, 'abort')).toHaveLength(before))
})

type Handle = (
  request: UploadRequest,
) => Promise<{ status: 200 | 204; headers: Record<string, string> }>

async function readAll({ bytes }: UploadRequest) {
  let count = 0
  for await (const some of bytes) count += some.length
  return { status: 204 as const, headers: { 'upload-offset': String(count) } }
}

async function setup({ handle, stopping }: { handle: Handle; stopping?: AbortSignal }) {
  const app = fastify()
  answerFailures(app)
  const methods: string[] = []
  const routes = createRoutes<Pick<Ctx, 'actor' | 'settleAudit'>>({
    app,
    clock: createTestClock(),
    authenticator: {
      authenticate: async () => ({ kind: 'system' }),
      sessionSignal: (_actor, until) => until,
    },
    stopping: stopping ?? new AbortController().signal,
    contextFor: ({ actor }) => ({ actor, settleAudit: async () => {} }),
  })
  routes.tus(upload, async (_ctx, _input, request) => {
    methods.push(request.method)
    return handle(request)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}/api/uploads/one`
  return {
    url,
    methods,
    patch: (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'PATCH',
        headers: { authorization: bearer, 'content-type': type, ...headers },
        body,
      }),
    /** Everything received for a body that is announced with so many bytes, few of which are sent. */
    async headOf(announcedBytes: number): Promise<string> {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      let said = ''
      socket.on('data', (bytes) => {
        said += bytes.toString()
      })
      const head = [
        'PATCH /api/uploads/one HTTP/1.1',
        'host: test',
        `authorization: ${bearer}`,
        `content-type: ${type}`,
        `content-length: ${announcedBytes}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\nabc`)
      await once(socket, 'close')
      return said
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
