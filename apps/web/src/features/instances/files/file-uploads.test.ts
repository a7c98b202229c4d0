import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anInstance } from '../../../testing/samples.ts'
import { createFileUploads, type UploadState } from './file-uploads.ts'

const mib = 1024 * 1024

describe('uploads to an instance', () => {
  it('send the bytes in order, create folders, and finish under the name', async () => {
    const { uploads, states, received, finished, calls } = setup()
    uploads.add('/root', [
      { file: aFile(2 * mib + 3), path: 'a.bin' },
      { file: aFile(5), path: 'tree/50%/b' },
    ])
    await waitFor(() => expect(states()).toEqual(['done', 'done']))
    expect([...received.values()]).toEqual([2 * mib + 3, 5])
    expect(finished).toEqual([
      expect.objectContaining({ path: '/root/tree/50%25/b', replace: false }),
      expect.objectContaining({ path: '/root/a.bin', size_bytes: 2 * mib + 3 }),
    ])
    expect(calls.filter((call) => call.endsWith('/folders'))).toHaveLength(1)
  })

  it('of empty folders create them, and say where a file is in the way', async () => {
    const { uploads, states, bodies } = setup()
    uploads.add('/root', [
      { file: null, path: 'tree/empty' },
      { file: null, path: 'lone' },
    ])
    await waitFor(() => expect(states()).toEqual(['done', 'done']))
    expect(bodies('/folders')).toEqual([
      { path: '/root/tree/empty', parents: true },
      { path: '/root/lone', parents: true },
    ])
    const blocked = setup({ existing: '/lone' })
    blocked.uploads.add('/', [{ file: null, path: 'lone' }])
    await waitFor(() => expect(blocked.states()).toEqual(['failed']))
    expect(blocked.uploads.store.getState().uploads[0]?.problem).not.toBeNull()
  })

  it('are sent three at a time', async () => {
    const { uploads, states, release } = setup({ answers: 'held' })
    uploads.add(
      '/',
      Array.from({ length: 5 }, (_, at) => ({ file: aFile(1), path: `f${at}` })),
    )
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting'])
    release()
    await waitFor(() => expect(new Set(states())).toEqual(new Set(['done'])))
  })

  it('that are paused continue where they ended, under the same id', async () => {
    const { uploads, states, received, release, calls } = setup({ answers: 'held' })
    uploads.add('/', [{ file: aFile(mib), path: 'a' }])
    const key = uploads.store.getState().uploads[0]?.key ?? ''
    received.set(key, 1_000)
    uploads.pause(key)
    expect(states()).toEqual(['paused'])
    release()
    uploads.resume(key)
    await waitFor(() => expect(states()).toEqual(['done']))
    expect(received.get(key)).toBe(mib)
    expect(new Set(calls.filter((call) => call.includes('/uploads/')).map(idIn))).toEqual(
      new Set([key]),
    )
  })

  it('replace an existing file only when they are told to', async () => {
    const { uploads, states, finished } = setup({ existing: '/a' })
    uploads.add('/', [{ file: aFile(1), path: 'a' }])
    await waitFor(() => expect(states()).toEqual(['exists']))
    uploads.resume(uploads.store.getState().uploads[0]?.key ?? '', 'replaced')
    await waitFor(() => expect(states()).toEqual(['done']))
    expect(finished).toMatchObject([{ path: '/a', replace: true }])
  })

  it('that are cancelled leave the list, and the instance', async () => {
    const { uploads, states, calls } = setup({ answers: 'held' })
    uploads.add('/', [{ file: aFile(1), path: 'a' }])
    uploads.cancel(uploads.store.getState().uploads[0]?.key ?? '')
    expect(states()).toEqual([])
    await waitFor(() => expect(calls.some((call) => call.startsWith('DELETE'))).toBe(true))
  })
})

interface Network {
  answers?: 'at_once' | 'held'
  /** The path of a file that is there. */
  existing?: string
}

function setup({ answers = 'at_once', existing }: Network = {}) {
  const received = new Map<string, number>()
  const finished: unknown[] = []
  const calls: string[] = []
  const sent: { path: string; body: unknown }[] = []
  const gate = Promise.withResolvers<void>()
  if (answers === 'at_once') gate.resolve()
  const reply = (data: unknown, status = 200) =>
    Response.json({ status: 'success', data }, { status })

  async function answer(method: string, path: string, init: RequestInit): Promise<Response> {
    const upload = idIn(path)
    if (path.endsWith('/offset')) return reply({ bytes: received.get(upload) ?? 0 })
    if (method === 'PATCH') {
      const size = init.body instanceof Uint8Array ? init.body.length : 0
      const offset = Number(new Headers(init.headers).get('upload-offset'))
      expect(offset).toBe(received.get(upload) ?? 0)
      received.set(upload, offset + size)
      return new Response(null, {
        status: 204,
        headers: { 'upload-offset': String(offset + size) },
      })
    }
    const body = init.body instanceof Uint8Array ? {} : JSON.parse(String(init.body ?? '{}'))
    sent.push({ path, body })
    if (path.endsWith('/folders') && body.path === existing)
      return Response.json({ status: 'error', code: 'file_exists', error: 'x' }, { status: 409 })
    if (path.endsWith('/finish')) {
      if (body.path === existing && !body.replace)
        return Response.json({ status: 'error', code: 'file_exists', error: 'x' }, { status: 409 })
      finished.push(body)
    }
    return reply({}, 201)
  }

  const client = createClient({
    baseUrl: 'http://localhost',
    tokens: memoryTokens('token'),
    async fetch(url, init) {
      const { pathname } = new URL(url)
      calls.push(`${init.method} ${pathname}`)
      await gate.promise
      init.signal?.throwIfAborted()
      return answer(init.method ?? '', pathname, init)
    },
  })
  const uploads = createFileUploads({ client, id: anInstance().id, onDone: () => undefined })
  return {
    uploads,
    received,
    finished,
    calls,
    bodies: (end: string) => sent.filter(({ path }) => path.endsWith(end)).map(({ body }) => body),
    release: gate.resolve,
    states: (): UploadState[] => uploads.store.getState().uploads.map(({ state }) => state),
  }
}

function aFile(bytes: number): File {
  return new File([new Uint8Array(bytes)], 'x')
}

function idIn(call: string): string {
  return /[0-9a-f]{32}/.exec(call)?.[0] ?? ''
}
