import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An object store with the subset of S3 that we and restic use; it rejects requests with a wrong signature. */
export interface S3StandIn {
  /** In the format of the configuration. */
  url: string
  objects: Map<string, Buffer>
  /** Multipart uploads that are neither completed nor aborted. */
  openUploads: Map<string, Map<number, Buffer>>
  /** Each request as `METHOD /path?query`. */
  requests: string[]
  /** Answers the next matching requests with 503, this many times. */
  fail(match: RegExp, times: number): void
  [Symbol.asyncDispose](): Promise<void>
}

export const standInKeys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'secret/of+stand-in' }
const region = 'eu-test-1'
const smallestPartBytes = 5 * 1024 * 1024

interface S3Request {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}
interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** `parts: 'any size'` lets a test use small ones; S3 itself rejects all but the last below 5 MiB. */
export async function startS3StandIn(options: { parts?: 'any size' } = {}): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map()
  const openUploads: S3StandIn['openUploads'] = new Map()
  const requests: string[] = []
  const failures: { match: RegExp; times: number }[] = []
  const leastBytes = options.parts === 'any size' ? 0 : smallestPartBytes

  function answerTo(asked: S3Request): Answer {
    const { method, key, query, body } = asked
    if (key === '' && method === 'HEAD') return { status: 200 }
    if (key === '' && method === 'GET') return list(objects, query)
    if (key === '' && query.has('delete')) return removeListed(objects, asked)
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${openUploads.size + 1}`
      openUploads.set(id, new Map())
      return { status: 200, body: `<Result><UploadId>${id}</UploadId></Result>` }
    }
    const uploadId = query.get('uploadId')
    if (uploadId !== null) return partsAnswer({ objects, openUploads, leastBytes }, uploadId, asked)
    if (method === 'PUT') {
      objects.set(key, body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    return read(objects.get(key), asked)
  }

  const server = createServer(async (request, response) => {
    const sentBody = await buffer(request)
    const isInChunks = request.headers['x-amz-content-sha256'] === signedChunks
    const body = isInChunks ? contentOf(sentBody) : sentBody
    const target = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const named = `${request.method} ${request.url}`
    requests.push(named)
    const failure = failures.find(({ match, times }) => times > 0 && match.test(named))
    if (failure !== undefined) failure.times -= 1
    const answer: Answer =
      failure !== undefined
        ? { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }
        : !isSigned(request, target, body)
          ? { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }
          : answerTo({
              method: request.method ?? '',
              key: target.pathname.replace(/^\/bucket\/?/, ''),
              query: target.searchParams,
              headers: request.headers,
              body,
            })
    const sent = answer.body ?? ''
    const bytes = String(Buffer.byteLength(sent))
    const headers = { 'content-length': bytes, 'last-modified': lastModified.toUTCString() }
    response.writeHead(answer.status, { ...headers, ...answer.headers })
    response.end(sent)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  const { accessKeyId, secretAccessKey } = standInKeys
  const secret = encodeURIComponent(secretAccessKey)
  return {
    url: `http://${accessKeyId}:${secret}@127.0.0.1:${port}/bucket?region=${region}`,
    objects,
    openUploads,
    requests,
    fail: (match, times) => void failures.push({ match, times }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const lastModified = new Date('2026-01-01T00:00:00Z')

function list(objects: S3StandIn['objects'], query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const after = keys.filter((key) => key > (query.get('continuation-token') ?? ''))
  const listed = after.slice(0, 1_000)
  const contents = listed.map((key) => {
    const bytes = objects.get(key) ?? Buffer.alloc(0)
    const facts = `<LastModified>${lastModified.toISOString()}</LastModified><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size>`
    return `<Contents><Key>${key}</Key>${facts}</Contents>`
  })
  const isCut = listed.length < after.length
  const next = isCut ? `<NextContinuationToken>${listed.at(-1)}</NextContinuationToken>` : ''
  const body = `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  return { status: 200, body }
}

const signedChunks = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'

/** Returns the content of a body in signed chunks. The signature of the headers, which is checked, is their first. */
function contentOf(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.toString('latin1', at, end), 16)
    chunks.push(body.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
  return Buffer.concat(chunks)
}

function removeListed(objects: S3StandIn['objects'], { headers, body }: S3Request): Answer {
  const md5 = createHash('md5').update(body).digest('base64')
  if (headers['content-md5'] !== md5) return { status: 400, body: '<Error>BadDigest</Error>' }
  for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(key)
  return { status: 200, body: '<DeleteResult></DeleteResult>' }
}

interface Uploads extends Pick<S3StandIn, 'objects' | 'openUploads'> {
  leastBytes: number
}

function partsAnswer(
  { objects, openUploads, leastBytes }: Uploads,
  id: string,
  { method, key, query, body }: S3Request,
): Answer {
  const parts = openUploads.get(id)
  if (parts === undefined) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
  if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: etagOf(body) } }
  }
  openUploads.delete(id)
  if (method === 'DELETE') return { status: 204 }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)]
  const whole = named.map(([, number, etag]) => {
    const part = parts.get(Number(number))
    return part !== undefined && etagOf(part) === etag ? part : undefined
  })
  const isRight = whole.every(
    (part, at) => part !== undefined && (at === whole.length - 1 || part.length >= leastBytes),
  )
  if (!isRight) return { status: 200, body: '<Error><Code>InvalidPart</Code></Error>' }
  objects.set(key, Buffer.concat(whole.filter((part) => part !== undefined)))
  return { status: 200, body: '<CompleteMultipartUploadResult/>' }
}

function read(object: Buffer | undefined, { method, headers }: S3Request): Answer {
  if (object === undefined) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
  const etag = etagOf(object)
  if (method === 'HEAD') {
    return { status: 200, headers: { 'content-length': `${object.length}`, etag } }
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')
  if (range === null) return { status: 200, headers: { etag }, body: object }
  const [, start, last] = range
  if (Number(start) >= object.length) return { status: 416 }
  const end = last === '' ? object.length : Number(last) + 1
  return { status: 206, headers: { etag }, body: object.subarray(Number(start), end) }
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

/**
 * Recomputes the signature from the parts of the request. Source: Amazon S3 API reference, "Signature Calculations for
 * the Authorization Header".
 */
function isSigned({ method, headers }: IncomingMessage, target: URL, body: Buffer): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, keyId, day = '', where, signed = '', signature] =
    form.exec(headers.authorization ?? '') ?? []
  const payload = createHash('sha256').update(body).digest('hex')
  if (keyId !== standInKeys.accessKeyId || where !== region) return false
  const claimed = String(headers['x-amz-content-sha256'])
  if ((claimed !== payload && claimed !== signedChunks) || !signed.includes('host')) return false
  const query = [...target.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonical = [method, target.pathname, query.join('&'), lines.join(''), signed, claimed]
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical.join('\n')).digest('hex'),
  ].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (made, word) => createHmac('sha256', made).update(word).digest(),
    `AWS4${standInKeys.secretAccessKey}`,
  )
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}
