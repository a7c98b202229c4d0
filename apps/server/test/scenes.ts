import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { RenderScene, RenderUpload } from '@gridloom/contract/rendering/scene'
import type { TestServer } from '@gridloom/testkit/server'
import { Upload } from 'tus-js-client'
import { ZipFile } from 'yazl'

type Client = ReturnType<TestServer['client']>

const fixtures = new URL('../../../packages/blend/fixtures/', import.meta.url)

/** A .blend that Blender 3.4 saved: Cycles, one camera, some hundred KB. */
export function aBlend(): Promise<Buffer> {
  return readFile(fileURLToPath(new URL('34-cycles-zstd.blend', fixtures)))
}

/** A zip of that and one asset of so many bytes, which differ with `seed`. */
export async function aScene({ assetBytes = 17 * 1024 ** 2, seed = 1 } = {}): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(await aBlend(), 'scene.blend', { compress: false })
  zip.addBuffer(noise(assetBytes, seed), 'textures/noise.bin', { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

/** Builds the announcement of a content. */
export function announce(content: Uint8Array, fileName = 'scene.zip') {
  const count = Math.ceil(content.length / hashBlockBytes)
  const hashes = Array.from({ length: count }, (_, at) =>
    createHash('sha256')
      .update(content.subarray(at * hashBlockBytes, (at + 1) * hashBlockBytes))
      .digest('hex'),
  )
  return { file_name: fileName, size_bytes: content.length, block_hashes: hashes }
}

/** Announces a content that is not stored yet. */
export async function begin(client: Client, content: Uint8Array): Promise<RenderUpload> {
  const begun = await client.rendering.startUpload({ body: announce(content) })
  if (begun.kind === 'held') throw new Error('it is there already')
  return begun.upload
}

export interface Sending {
  /** The destination of the bytes; a proxy's address in tests of broken lines. */
  url: string
  token: string
  upload: Pick<RenderUpload, 'id'>
  content: Buffer
  retryDelays?: number[]
}

/** Uploads by tus-js-client, as the web app does. Resolves with the offsets from which it resumed. */
export function send({ url, token, upload, content, retryDelays }: Sending): Promise<number[]> {
  const offsets: number[] = []
  return new Promise((resolve, reject) => {
    const sending = new Upload(content, {
      uploadUrl: `${url}/api/render/uploads/${upload.id}/bytes`,
      headers: { authorization: `Bearer ${token}` },
      retryDelays: retryDelays ?? [0, 20, 50, 100],
      onBeforeRequest: (request) => {
        const offset = request.getHeader('Upload-Offset')
        if (offset !== undefined) offsets.push(Number(offset))
      },
      onError: reject,
      onSuccess: () => resolve(offsets),
    })
    sending.start()
  })
}

/** Announces, uploads and finishes. */
export async function uploadScene(
  { url, token, client }: { url: string; token: string; client: Client },
  content: Buffer,
): Promise<RenderScene> {
  const upload = await begin(client, content)
  await send({ url, token, upload, content })
  return client.rendering.finishUpload({ params: { id: upload.id } })
}

/** Sends one PATCH of the tus protocol, with headers added to the usual ones. */
export function patch(
  { url, token, upload, content }: Sending,
  { offset, headers = {} }: { offset: number; headers?: Record<string, string> },
): Promise<Response> {
  return fetch(`${url}/api/render/uploads/${upload.id}/bytes`, {
    method: 'PATCH',
    headers: { ...patchHeaders(token), 'upload-offset': String(offset), ...headers },
    body: new Uint8Array(content),
  })
}

/** Sends one PATCH from offset 0 without a length, which stays open when its bytes are sent. */
export function patchSlowly({ url, token, upload, content }: Sending) {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  // @NOTE the response shows whether the server accepted it.
  writer.write(new Uint8Array(content)).catch(() => undefined)
  const answer = fetch(`${url}/api/render/uploads/${upload.id}/bytes`, {
    method: 'PATCH',
    headers: { ...patchHeaders(token), 'upload-offset': '0' },
    body: body.readable,
    duplex: 'half',
  })
  answer.catch(() => undefined)
  return { answer, end: () => void writer.close().catch(() => undefined) }
}

function patchHeaders(token: string) {
  return {
    authorization: `Bearer ${token}`,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
  }
}

/**
 * A proxy that breaks: each connection after the given number of bytes, the rest never. `beforeBreak` may wait until the
 * server has taken what passed before: a busy server may not have read it when the connection ends.
 */
export async function brokenLine(
  url: string,
  breakAfterBytes: number[],
  beforeBreak: (breaksLeft: number) => Promise<unknown> = async () => {},
) {
  const target = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = dial(target, '127.0.0.1')
    let sent = 0
    for (const socket of [from, to]) sockets.add(socket.on('error', () => {}))
    from.on('data', (bytes) => {
      sent += bytes.length
      from.pause()
      to.write(bytes, () => void written())
    })
    async function written() {
      const limit = breakAfterBytes[0] ?? Number.POSITIVE_INFINITY
      if (sent <= limit) return from.resume()
      breakAfterBytes.shift()
      await beforeBreak(breakAfterBytes.length)
      from.destroy()
      to.destroy()
    }
    from.on('end', () => to.end())
    to.pipe(from)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  return {
    url: `http://127.0.0.1:${port}`,
    breaksLeft: breakAfterBytes,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Bytes that do not repeat. Source: xorshift32, Marsaglia 2003. */
function noise(bytes: number, seed: number): Buffer {
  const words = new Uint32Array(Math.ceil(bytes / 4))
  let state = seed * 0x9e3779b9 || 1
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[at] = state
  }
  return Buffer.from(words.buffer, 0, bytes)
}
