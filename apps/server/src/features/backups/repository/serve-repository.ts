import { performServerHandshake, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refused } from '@gridloom/contract/errors'
import { FileMissing } from '../../../platform/files/files.ts'
import { parseRepositoryRequest, type RepositoryRequest } from './object-address.ts'
import { ObjectTooLarge, type Repository, WrongHash } from './repository.ts'

/**
 * What a program may do with a repository. Locks can always be written and removed. `read`: nothing else; `append`: it
 * can remove nothing else; `prune`: neither the keys nor the configuration.
 */
export type RepositoryMode = 'read' | 'append' | 'prune'

/** What a program has done. */
export interface RepositoryTraffic {
  writtenBytes: number
  readBytes: number
  /** Why the last write was refused. */
  refused: Refused['code'] | undefined
}

/** The program ended, or gave up, in the midst of a file. */
class UploadCut extends Error {
  override readonly name = 'UploadCut'
}

interface Serving {
  pipe: Duplex
  repository: Repository
  mode: RepositoryMode
  signal: AbortSignal
}

const version2 = 'application/vnd.x.restic.rest.v2'
/** restic opens five. */
const streamsMax = 32
const windowBytes = 1024 * 1024

/**
 * Serves a repository to the restic at the other end of a pipe, which speaks HTTP/2 to it as to `rclone serve restic
 * --stdio`. Returns what it has done so far, which goes on until the pipe ends.
 */
export function serveRepository({ pipe, repository, mode, signal }: Serving): RepositoryTraffic {
  const traffic: RepositoryTraffic = { writtenBytes: 0, readBytes: 0, refused: undefined }
  const session = performServerHandshake(pipe, {
    settings: {
      maxConcurrentStreams: streamsMax,
      initialWindowSize: windowBytes,
      enablePush: false,
    },
  })
  // @NOTE the end of the program is what ends its session, with its reason
  session.on('error', () => {})
  session.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    const request = parseRepositoryRequest(String(headers[':method']), String(headers[':path']))
    const range = headers.range
    const serving = { stream, repository, mode, traffic, signal, range }
    void answer(serving, request).catch((cause: unknown) => refuse(stream, traffic, cause))
  })
  return traffic
}

interface Answering {
  stream: ServerHttp2Stream
  repository: Repository
  mode: RepositoryMode
  traffic: RepositoryTraffic
  signal: AbortSignal
  range: string | undefined
}

async function answer(serving: Answering, request: RepositoryRequest | undefined): Promise<void> {
  const { stream, repository } = serving
  if (request === undefined) return end(stream, 404)
  switch (request.ask) {
    case 'create':
      return end(stream, 200)
    case 'list': {
      stream.respond({ ':status': 200, 'content-type': version2 })
      return pipeline(listed(repository.list(request.kind)), stream)
    }
    case 'head': {
      const bytes = await repository.size(request)
      if (bytes === undefined) return end(stream, 404)
      stream.respond({ ':status': 200, 'content-length': bytes }, { endStream: true })
      return
    }
    case 'get':
      return read(serving, request)
    case 'put':
      return write(serving, request)
    case 'delete':
      return remove(serving, request)
  }
}

type OneObject = Extract<RepositoryRequest, { name: string }>

async function read(
  { stream, repository, traffic, range }: Answering,
  object: OneObject,
): Promise<void> {
  const bytes = await repository.size(object)
  if (bytes === undefined) return end(stream, 404)
  const part = rangeOf(range, bytes)
  if (part === undefined) return end(stream, 416)
  const length = part.end - part.start
  traffic.readBytes += length
  stream.respond({
    ':status': range === undefined ? 200 : 206,
    'content-type': 'application/octet-stream',
    'content-length': length,
    ...(range === undefined
      ? {}
      : { 'content-range': `bytes ${part.start}-${part.end - 1}/${bytes}` }),
  })
  await pipeline(repository.read(object, part), stream)
}

/** Writes a list as JSON without holding all of it. */
async function* listed(parts: ReturnType<Repository['list']>): AsyncGenerator<string> {
  let before = '['
  for await (const part of parts) {
    if (part.length === 0) continue
    yield before + part.map((one) => JSON.stringify(one)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function write(
  { stream, repository, mode, traffic, signal }: Answering,
  object: OneObject,
): Promise<void> {
  if (mode === 'read' && object.kind !== 'locks') {
    stream.resume()
    return end(stream, 403)
  }
  const known = await repository.size(object)
  if (known !== undefined) {
    stream.resume()
    return end(stream, object.kind === 'config' ? 403 : 200)
  }
  await repository.put(object, counted(stream, traffic), signal)
  end(stream, 200)
}

async function remove({ stream, repository, mode }: Answering, object: OneObject): Promise<void> {
  const mayRemove = object.kind === 'locks' || (mode === 'prune' && isPruned(object))
  if (!mayRemove) return end(stream, 403)
  await repository.remove(object)
  end(stream, 200)
}

/** Neither the keys nor the configuration of a repository are ever removed by a program. */
function isPruned({ kind }: OneObject): boolean {
  return kind === 'snapshots' || kind === 'index' || kind === 'data'
}

async function* counted(
  stream: ServerHttp2Stream,
  traffic: RepositoryTraffic,
): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) {
    traffic.writtenBytes += asBytes(piece).length
    yield asBytes(piece)
  }
  // A stream that was cut off is no whole file.
  if (stream.aborted) throw new UploadCut('an upload was cut off')
}

/** Returns the part of a file that a `Range` names, `end` exclusive; `undefined` where it is not in the file. */
function rangeOf(
  range: string | undefined,
  bytes: number,
): { start: number; end: number } | undefined {
  if (range === undefined) return { start: 0, end: bytes }
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(range) ?? []
  if (from === undefined) return undefined
  const start = Number(from)
  const end = to === undefined ? bytes : Math.min(bytes, Number(to) + 1)
  return start < end || (start === bytes && bytes === 0) ? { start, end } : undefined
}

function end(stream: ServerHttp2Stream, status: number): void {
  if (stream.closed || stream.destroyed || stream.headersSent) return
  stream.respond({ ':status': status }, { endStream: true })
}

function refuse(stream: ServerHttp2Stream, traffic: RepositoryTraffic, cause: unknown): void {
  if (cause instanceof Refused) traffic.refused = cause.code
  if (stream.headersSent) return void stream.destroy()
  end(stream, statusOf(cause))
}

function statusOf(cause: unknown): number {
  if (cause instanceof WrongHash) return 400
  if (cause instanceof ObjectTooLarge) return 413
  if (cause instanceof FileMissing) return 404
  return cause instanceof Refused ? cause.status : 500
}

/** Named cast: a stream without an encoding set yields buffers. */
function asBytes(piece: unknown): Buffer {
  return piece as Buffer
}
