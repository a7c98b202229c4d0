import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import { checkedKey, checkedPrefix, type FileDriver, FileMissing } from './files.ts'
import { type S3Bucket, S3Failed, type S3Place, s3Bucket } from './s3-bucket.ts'

interface S3FilesOptions {
  place: S3Place
  scratchFolder: string
  clock: Clock
  /** Files beyond this are sent in parts of this size; 5 MiB is the least that S3 accepts. */
  partBytes?: number
}

const usualPartBytes = 8 * 1024 * 1024

/**
 * Stores files in a bucket of an S3-compatible object store, shared by all replicas. At most one part of a file is in
 * memory. Source: Amazon S3 API reference, version 2006-03-01.
 */
export async function s3Files(options: S3FilesOptions): Promise<FileDriver> {
  const { place, scratchFolder, clock, partBytes } = options
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 })
  const bucket = s3Bucket(place, clock)
  const put: FileDriver['put'] = async (key, pieces, signal) =>
    putFile(bucket, {
      key: checkedKey(key),
      pieces,
      signal,
      partBytes: partBytes ?? usualPartBytes,
    })
  return {
    scratchFolder,
    put,
    async adopt(key, file, signal) {
      await put(key, createReadStream(file), signal)
      await rm(file, { force: true })
    },
    read: (key, range) => readPieces(bucket, checkedKey(key), range),
    async size(key) {
      const head = await bucket.ask({ method: 'HEAD', key: checkedKey(key), alsoFine: [404] })
      return head.status === 404 ? undefined : Number(head.headers.get('content-length'))
    },
    async remove(key) {
      await bucket.ask({ method: 'DELETE', key: checkedKey(key), alsoFine: [404] })
    },
    async removeAll(prefix) {
      await removeAll(bucket, checkedPrefix(prefix))
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

interface Putting {
  key: string
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  signal: AbortSignal
  partBytes: number
}

/** Sends a file in one request if one part is enough, else in parts, which become the file together or not at all. */
async function putFile(bucket: S3Bucket, { pieces, partBytes, ...target }: Putting) {
  const parts = partsOf(pieces, partBytes)
  const first = await parts.next()
  const head = first.done === true ? new Uint8Array() : first.value
  const second = first.done === true ? first : await parts.next()
  if (second.done !== true) {
    return putParts(bucket, { ...target, parts: joined([head, second.value], parts) })
  }
  await bucket.ask({ method: 'PUT', ...target, body: head })
  return head.length
}

interface S3Multipart {
  key: string
  signal: AbortSignal
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>
}

async function putParts(bucket: S3Bucket, { key, signal, parts }: S3Multipart): Promise<number> {
  const begun = await bucket.ask({ method: 'POST', key, query: { uploads: '' }, signal })
  const uploadId = elementOf(await begun.text(), 'UploadId')
  const etags: string[] = []
  let bytes = 0
  try {
    for await (const body of parts) {
      const query = { partNumber: String(etags.length + 1), uploadId }
      const { headers } = await bucket.ask({ method: 'PUT', key, query, body, signal })
      etags.push(headers.get('etag') ?? '')
      bytes += body.length
    }
    await completeParts(bucket, { key, uploadId, etags })
    return bytes
  } catch (error) {
    // @NOTE parts that stay are invisible and cost only space; the error that is thrown matters more.
    await bucket.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function completeParts(
  bucket: S3Bucket,
  { key, uploadId, etags }: { key: string; uploadId: string; etags: readonly string[] },
): Promise<void> {
  const list = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  )
  const xml = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
  const done = await bucket.ask({ method: 'POST', key, query: { uploadId }, body: bytesOf(xml) })
  // A failure to combine the parts comes with status 200.
  const said = await done.text()
  if (said.includes('<Error>')) throw new S3Failed(`completing ${key}: ${said.slice(0, 300)}`)
}

async function* readPieces(
  bucket: S3Bucket,
  key: string,
  range: { start: number; end?: number } = { start: 0 },
): AsyncGenerator<Uint8Array> {
  const { start, end } = range
  if (end !== undefined && end <= start) return
  const headers = { range: `bytes=${start}-${end === undefined ? '' : end - 1}` }
  const stopped = new AbortController()
  const answer = await bucket.ask({
    method: 'GET',
    key,
    // A range request for the first byte of an empty file fails.
    ...(start === 0 && end === undefined ? {} : { headers }),
    signal: stopped.signal,
    alsoFine: [404, 416],
  })
  try {
    if (answer.status === 404) throw new FileMissing(key)
    if (answer.status === 416 || answer.body === null) return
    yield* answer.body
  } finally {
    stopped.abort()
  }
}

/** Lists and deletes until nothing is left; each time up to a thousand, the limit of both calls. */
async function removeAll(bucket: S3Bucket, prefix: string): Promise<void> {
  for (;;) {
    const listed = await bucket.ask({ method: 'GET', query: { 'list-type': '2', prefix } })
    const keys = [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key)
    if (keys.length === 0) return
    const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('')
    const body = bytesOf(`<Delete><Quiet>true</Quiet>${objects}</Delete>`)
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const deleted = await bucket.ask({ method: 'POST', query: { delete: '' }, headers, body })
    const said = await deleted.text()
    if (said.includes('<Error>')) throw new S3Failed(`deleting ${prefix}: ${said.slice(0, 300)}`)
  }
}

/** Splits bytes into parts of one size; the last may be smaller. */
async function* partsOf(
  pieces: Putting['pieces'],
  partBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + partBytes - heldBytes)
      held.push(taken)
      heldBytes += taken.length
      at += taken.length
      if (heldBytes < partBytes) continue
      yield Buffer.concat(held)
      held = []
      heldBytes = 0
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}

async function* joined<T>(head: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* head
  yield* rest
}

function elementOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]
  if (text === undefined) throw new S3Failed(`no ${name} in ${xml.slice(0, 300)}`)
  return text
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
