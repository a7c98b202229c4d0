import { createHash } from 'node:crypto'
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2'
import { duplexPair } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import type { ObjectAddress, ObjectKind } from './object-address.ts'
import { ObjectTooLarge, type Repository, WrongHash } from './repository.ts'
import { type RepositoryMode, serveRepository } from './serve-repository.ts'

it('stores a file, and returns it whole, in ranges and in lists', async () => {
  await using site = setup()
  const bytes = bytesOf('0123456789')
  expect(await site.ask('POST', `/data/${nameOf(bytes)}`, { bytes })).toMatchObject({ status: 200 })
  const path = `/data/${nameOf(bytes)}`
  expect(await site.ask('HEAD', path)).toMatchObject({ status: 200, length: '10' })
  expect((await site.ask('GET', path)).bytes.toString()).toBe('0123456789')
  const range = (value: string) => site.ask('GET', path, { headers: { range: value } })
  expect(await range('bytes=2-4')).toMatchObject({ status: 206, bytes: bytesOf('234') })
  expect(await range('bytes=8-')).toMatchObject({ status: 206, bytes: bytesOf('89') })
  expect(await range('bytes=8-99')).toMatchObject({ status: 206, bytes: bytesOf('89') })
  for (const wrong of ['bytes=10-', 'bytes=5-2', 'bytes=-3', 'bytes=0-1,3-4', 'lines=1-2'])
    expect(await range(wrong)).toMatchObject({ status: 416 })
  const listed = async () => JSON.parse((await site.ask('GET', '/data/')).bytes.toString())
  const one = { name: nameOf(bytes), size: 10 }
  expect(await listed()).toEqual([one])
  const more = bytesOf('more')
  await site.ask('POST', `/data/${nameOf(more)}`, { bytes: more })
  expect(await listed()).toEqual([one, { name: nameOf(more), size: 4 }])
  expect(JSON.parse((await site.ask('GET', '/index/')).bytes.toString())).toEqual([])
  expect(site.traffic).toMatchObject({ writtenBytes: 14 })
})

it('removes nothing but locks, unless it cleans up, and never a key or the configuration', async () => {
  for (const mode of ['append', 'prune'] as const) {
    await using site = setup(mode)
    const bytes = bytesOf('x')
    for (const kind of ['data', 'index', 'snapshots', 'keys', 'locks'])
      await site.ask('POST', `/${kind}/${nameOf(bytes)}`, { bytes })
    await site.ask('POST', '/config', { bytes })
    const statuses: Record<string, number> = {}
    for (const kind of ['data', 'index', 'snapshots', 'keys', 'locks'])
      statuses[kind] = (await site.ask('DELETE', `/${kind}/${nameOf(bytes)}`)).status
    statuses.config = (await site.ask('DELETE', '/config')).status
    const pruned = mode === 'prune' ? 200 : 403
    expect(statuses).toEqual({
      ...{ data: pruned, index: pruned, snapshots: pruned },
      ...{ keys: 403, locks: 200, config: 403 },
    })
  }
})

it('takes nothing but locks while files are restored', async () => {
  await using site = setup('read')
  const bytes = bytesOf('x'.repeat(2_000_000))
  const statusOf = async (method: string, path: string) =>
    (await site.ask(method, path, method === 'POST' ? { bytes } : {})).status
  for (const path of ['data', 'index', 'snapshots', 'keys'].map((at) => `/${at}/${nameOf(bytes)}`))
    expect(await statusOf('POST', path)).toBe(403)
  expect(await statusOf('POST', '/config')).toBe(403)
  const lock = `/locks/${nameOf(bytes)}`
  expect(await statusOf('POST', lock)).toBe(200)
  expect(await statusOf('DELETE', lock)).toBe(200)
})

it('refuses what is another file than its name says, too large, or beyond the space there is', async () => {
  await using site = setup()
  const bytes = bytesOf('content')
  for (const [cause, status] of [
    [new WrongHash('wrong'), 400],
    [new ObjectTooLarge('large'), 413],
    [new Refused('storage_full'), 507],
    [new Error('broken'), 500],
  ] as const) {
    site.failWith(cause)
    expect(await site.ask('POST', `/data/${nameOf(bytes)}`, { bytes })).toMatchObject({ status })
  }
  expect(site.traffic.refused).toBe('storage_full')
  site.failWith(undefined)
  expect(await site.ask('GET', `/data/${nameOf(bytes)}`)).toMatchObject({ status: 404 })
})

it('does not replace a configuration, and keeps a file that is there', async () => {
  await using site = setup()
  const bytes = bytesOf('one')
  expect(await site.ask('POST', '/config', { bytes })).toMatchObject({ status: 200 })
  expect(await site.ask('POST', '/config', { bytes: bytesOf('two') })).toMatchObject({
    status: 403,
  })
  expect((await site.ask('GET', '/config')).bytes.toString()).toBe('one')
  expect(await site.ask('GET', '/anything')).toMatchObject({ status: 404 })
})

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

function nameOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function setup(mode: RepositoryMode = 'append') {
  const [ours, theirs] = duplexPair()
  let failure: Error | undefined
  const stored = new Map<string, Buffer>()
  const keyOf = ({ kind, name }: ObjectAddress) => `${kind}/${name}`
  const repository: Repository = {
    size: async (object) => stored.get(keyOf(object))?.length,
    async *list(kind: ObjectKind) {
      for (const [key, { length: size }] of stored)
        if (key.startsWith(`${kind}/`)) yield [{ name: key.slice(kind.length + 1), size }]
    },
    async *read(object, { start, end }) {
      yield stored.get(keyOf(object))?.subarray(start, end) ?? Buffer.alloc(0)
    },
    async put(object, pieces) {
      const all: Uint8Array[] = []
      for await (const piece of pieces) all.push(piece)
      if (failure !== undefined) throw failure
      stored.set(keyOf(object), Buffer.concat(all))
    },
    remove: async (object) => void stored.delete(keyOf(object)),
    tidy: async () => {},
  }
  const { signal } = new AbortController()
  const traffic = serveRepository({ pipe: ours, repository, mode, signal })
  const session: ClientHttp2Session = connect('http://localhost', {
    createConnection: () => theirs,
  })
  return {
    traffic,
    failWith: (cause: Error | undefined) => {
      failure = cause
    },
    async ask(
      method: string,
      path: string,
      { bytes, headers = {} }: { bytes?: Buffer; headers?: OutgoingHttpHeaders } = {},
    ) {
      const stream = session.request({ ':method': method, ':path': path, ...headers })
      stream.end(bytes)
      const answered = Promise.withResolvers<{ status: number; length: string | undefined }>()
      stream.once('response', ({ ':status': status = 0, 'content-length': length }) =>
        answered.resolve({ status, length }),
      )
      stream.once('error', answered.reject)
      const received = await buffer(stream)
      return { ...(await answered.promise), bytes: received }
    },
    async [Symbol.asyncDispose]() {
      session.destroy()
      ours.destroy()
    },
  }
}
