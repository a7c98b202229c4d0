import { createHash } from 'node:crypto'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { createClient } from './client.ts'
import { memoryTokens } from './tokens.ts'
import { type UploadProgress, uploadScene } from './upload-scene.ts'

const id = 'rup_00000000000000000000000001'

it('announces the block hashes, sends the missing bytes, and requests the scene', async () => {
  const site = setup()
  await expect(site.upload()).resolves.toMatchObject({ id: 'the scene' })
  expect(site.announced).toEqual({
    file_name: 'scene.blend',
    size_bytes: site.content.length,
    block_hashes: [
      sha256(site.content.subarray(0, hashBlockBytes)),
      sha256(site.content.subarray(hashBlockBytes)),
    ],
  })
  expect(site.arrived().equals(site.content)).toBe(true)
  expect(site.progress.at(0)).toEqual({ step: 'hashing', bytes: hashBlockBytes })
  expect(site.progress.at(-1)).toEqual({ step: 'reading', bytes: site.content.length })
})

it('sends nothing that the server already has', async () => {
  const site = setup({ held: true })
  await expect(site.upload()).resolves.toMatchObject({ id: 'the scene' })
  expect(site.arrived()).toHaveLength(0)
})

it('continues where an earlier upload stopped', async () => {
  const site = setup({ receivedBytes: 9_000_000 })
  await site.upload()
  expect(site.offsets[0]).toBe(9_000_000)
})

it('asks for the offset after a break, and continues from there', async () => {
  const site = setup({ breaks: [new NetworkError('broken'), refusal('state_conflict')] })
  await site.upload()
  expect(site.arrived().equals(site.content)).toBe(true)
  expect(site.reads).toBe(2)
})

it('stops at once on an error that a retry cannot fix', async () => {
  const site = setup({ breaks: [refusal('upload_mismatch')] })
  await expect(site.upload()).rejects.toMatchObject({ code: 'upload_mismatch' })
  expect(site.offsets).toHaveLength(1)
})

it('stops when the connection stays broken', async () => {
  const site = setup({ breaks: Array.from({ length: 99 }, () => new NetworkError('unreachable')) })
  await expect(site.upload()).rejects.toThrow(NetworkError)
  expect(site.offsets).toHaveLength(16)
})

it('announces the scene again when the response to its end was lost', async () => {
  const site = setup({ lostEnd: true })
  await expect(site.upload()).resolves.toMatchObject({ id: 'the scene' })
})

it('rejects with an AbortError when it is aborted', async () => {
  const site = setup()
  site.stop.abort()
  await expect(site.upload()).rejects.toMatchObject({ name: 'AbortError' })
})

interface UploadSiteOptions {
  held?: true
  receivedBytes?: number
  /** Errors that sending meets, in turn, before it succeeds. */
  breaks?: Error[]
  lostEnd?: true
}

function setup({ held, receivedBytes = 0, breaks = [], lostEnd }: UploadSiteOptions = {}) {
  const content = Buffer.alloc(hashBlockBytes + 1_000_000, 'scene')
  const stop = new AbortController()
  const progress: UploadProgress[] = []
  const offsets: number[] = []
  const bytes = Buffer.alloc(content.length)
  let received = receivedBytes
  let [sent, reads, ends] = [0, 0, 0]
  let announced: unknown
  const answers: Record<string, (init: RequestInit) => Response | Error> = {
    'POST /api/render/uploads': (init) => {
      announced = JSON.parse(String(init.body))
      if (held === true || ends > 0) return reply({ kind: 'held', scene: { id: 'the scene' } })
      return reply({ kind: 'upload', upload: { id, received_bytes: received } })
    },
    [`GET /api/render/uploads/${id}`]: () => {
      reads += 1
      return reply({ id, received_bytes: received })
    },
    [`PATCH /api/render/uploads/${id}/bytes`]: (init) => {
      const offset = Number(new Headers(init.headers).get('upload-offset'))
      offsets.push(offset)
      const broken = breaks.shift()
      if (broken instanceof NetworkError) return broken
      if (broken instanceof ApiError) return refused(broken.code)
      if (offset !== received) return refused('state_conflict')
      const block = Buffer.from(asBytes(init.body))
      block.copy(bytes, offset)
      sent += block.length
      received += block.length
      return new Response(null, { status: 204, headers: { 'upload-offset': String(received) } })
    },
    [`POST /api/render/uploads/${id}/finish`]: () => {
      ends += 1
      if (lostEnd === undefined) return reply({ id: 'the scene' })
      return ends === 1 ? new NetworkError('timeout') : refused('not_found')
    },
  }
  const client = createClient({
    baseUrl: 'http://server',
    tokens: memoryTokens('token'),
    fetch: async (url, init) => {
      init.signal?.throwIfAborted()
      const answer = answers[`${init.method} ${new URL(url).pathname}`]?.(init)
      if (answer instanceof Response) return answer
      throw answer ?? new Error(`nobody answers ${init.method} ${url}`)
    },
  })
  return {
    content,
    stop,
    progress,
    offsets,
    get announced() {
      return announced
    },
    get reads() {
      return reads
    },
    arrived: () => (sent === content.length ? bytes : bytes.subarray(0, sent)),
    upload: () =>
      uploadScene(client, {
        fileName: 'scene.blend',
        content: {
          size: content.length,
          read: async (offset, length) => content.subarray(offset, offset + length),
        },
        clock: {
          after: (_delayMs, wake) => {
            const waiting = setImmediate(wake)
            return () => clearImmediate(waiting)
          },
        },
        random: () => 0.5,
        signal: stop.signal,
        onProgress: (step) => progress.push(step),
      }),
  }
}

function reply(data: unknown): Response {
  return Response.json({ status: 'success', data })
}

function refused(code: ErrorCode): Response {
  const { status, text } = errorCodes[code]
  return Response.json({ status: 'error', error: text, code }, { status })
}

function refusal(code: ErrorCode): ApiError {
  return new ApiError({ code, status: errorCodes[code].status, text: code })
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function asBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw new TypeError('bytes are sent as bytes')
}
