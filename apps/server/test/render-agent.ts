import { createHash } from 'node:crypto'
import type { ServerHttp2Stream } from 'node:http2'
import type { RenderingReport } from '@gridloom/contract/agent/protocol'
import {
  type ChunkPartReport,
  type ChunkReport,
  RenderChunkSpec,
  StopChunk,
  StoredFiles,
} from '@gridloom/contract/agent/rendering'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { RenderProblemCode } from '@gridloom/contract/rendering/frame'
import { answerJson } from '@gridloom/testkit/stand-in-agent'
import { aCapability } from './render-rows.ts'

/** An agent's state of a chunk, with its pictures. */
interface Held {
  spec: RenderChunkSpec
  phase: ChunkReport['phase']
  parts: Map<string, ChunkPartReport>
  files: Map<string, Buffer>
  problem: ChunkReport['problem']
}

const said = Buffer.from(['Blender', 'said', 'so'].join(' '))

/** An agent that renders when the test decides, and follows the protocol. It outlives its connections. */
export function aRenderAgent() {
  const chunks = new Map<RenderChunkId, Held>()
  const scenes = new Map<string, { bytes: Buffer; ready: boolean }>()
  const stops: { chunkId: string; mode: StopChunk['mode'] }[] = []
  const taken: string[] = []
  /** Every call, as `PUT /v1/…`. */
  const calls: string[] = []
  /** Calls with these prefixes are rejected, or never answered. */
  const refused = new Set<string>()
  const hung = new Set<string>()

  function heldOf(id: RenderChunkId): Held {
    const held = chunks.get(id)
    if (held === undefined) throw new RangeError(`the agent does not have ${id}`)
    return held
  }

  async function serve(call: { method: string; url: URL }, stream: ServerHttp2Stream) {
    const { method, url } = call
    const [, , , kind, id = '', action, name = ''] = url.pathname.split('/')
    const body = method === 'GET' ? Buffer.alloc(0) : await bytesOf(stream)
    if (kind === 'scenes') return serveScene({ method, id, url, body }, stream)
    if (kind === 'chunks' && action === undefined) {
      const spec = RenderChunkSpec.parse(JSON.parse(body.toString()))
      if (!chunks.has(spec.chunk_id)) chunks.set(spec.chunk_id, newHeld(spec))
      return answerJson(stream, 202, {})
    }
    const [held] = [...chunks.values()].filter(({ spec }) => spec.chunk_id === id)
    if (action === 'stop')
      stops.push({ chunkId: id, ...StopChunk.parse(JSON.parse(body.toString())) })
    if (action === 'taken') taken.push(...StoredFiles.parse(JSON.parse(body.toString())).keys)
    if (held === undefined) return answerJson(stream, 404, { code: 'not_found', error: 'no chunk' })
    switch (action) {
      case 'stop':
        stop(held)
        return answerJson(stream, 200, {})
      case 'taken':
        for (const key of taken) held.parts.delete(key)
        return answerJson(stream, 200, {})
      case 'files':
        return answerBytes(stream, held.files.get(name))
      default:
        return answerBytes(stream, said)
    }
  }

  function serveScene(
    { method, id, url, body }: { method: string; id: string; url: URL; body: Buffer },
    stream: ServerHttp2Stream,
  ): void {
    const scene = scenes.get(id) ?? { bytes: Buffer.alloc(0), ready: false }
    scenes.set(id, scene)
    if (method === 'PUT') {
      const offset = Number(url.searchParams.get('offset'))
      scene.bytes = Buffer.concat([scene.bytes.subarray(0, offset), body])
      scene.ready = scene.bytes.length >= Number(url.searchParams.get('size'))
    }
    answerJson(stream, 200, { received_bytes: scene.bytes.length, ready: scene.ready })
  }

  return {
    stops,
    taken,
    calls,
    refused,
    hung,
    scenes,
    otherwise(call: { method: string; url: URL }, stream: ServerHttp2Stream): boolean {
      const line = `${call.method} ${call.url.pathname}`
      calls.push(line)
      if ([...hung].some((start) => line.startsWith(start))) return true
      if ([...refused].some((start) => line.startsWith(start)))
        answerJson(stream, 502, { code: 'upstream_failed', error: 'no' })
      else void serve(call, stream)
      return true
    },
    /** Chunks that have not ended, oldest first. */
    given: () =>
      [...chunks.values()].filter(({ phase }) => phase !== 'ended').map(({ spec }) => spec),
    /** Begins a part. */
    begin(id: RenderChunkId, key: string, sample = 0) {
      const held = heldOf(id)
      held.phase = 'rendering'
      held.parts.set(key, { ...aChunkPart(key), sample, samples: 4 })
    },
    /** Finishes a part; `lie`: its file differs from the report. */
    finish(id: RenderChunkId, key: string, given: { renderS?: number; lie?: true } = {}) {
      const held = heldOf(id)
      held.phase = 'rendering'
      const picture = Buffer.from(`picture ${key} of ${id}`)
      const name = `f_${key}.png`
      held.files.set(name, given.lie === true ? Buffer.alloc(picture.length, 'x') : picture)
      const sha256 = createHash('sha256').update(picture).digest('hex')
      const file = { name, bytes: picture.length, sha256 }
      held.parts.set(key, { ...aChunkPart(key), state: 'done', render_s: given.renderS ?? 5, file })
    },
    fail(id: RenderChunkId, key: string, code: RenderProblemCode = 'blender_failed') {
      const held = heldOf(id)
      held.parts.set(key, {
        ...aChunkPart(key),
        state: 'failed',
        problem: { code, text: 'it failed' },
      })
    },
    end(id: RenderChunkId, code?: RenderProblemCode) {
      const held = heldOf(id)
      held.phase = 'ended'
      held.problem = code === undefined ? null : { code, text: 'it ended' }
    },
    /** The process is killed: its state is lost, but scenes stay on its disk. */
    restart: () => chunks.clear(),
    reports: (): ChunkReport[] => [...chunks.values()].map(reportOf),
    rendering(): RenderingReport {
      const ready = [...scenes].filter(([, scene]) => scene.ready).map(([hash]) => hash)
      return {
        capability: aCapability(),
        missing: null,
        scenes: ready,
        chunks: [...chunks.values()].map(reportOf),
      }
    },
  }
}
export type RenderAgent = ReturnType<typeof aRenderAgent>

function newHeld(spec: RenderChunkSpec): Held {
  return { spec, phase: 'waiting', parts: new Map(), files: new Map(), problem: null }
}

/** Aborts the present rendering; finished pictures stay until they are fetched. */
function stop(held: Held): void {
  held.phase = 'ended'
  for (const [key, { state }] of held.parts) if (state === 'rendering') held.parts.delete(key)
}

function reportOf({ spec, phase, parts, problem }: Held): ChunkReport {
  return {
    chunk_id: spec.chunk_id,
    lease_token: spec.lease_token,
    phase,
    pieces: [...parts.values()],
    problem,
    samples_per_minute: null,
    memory_peak_mib: null,
  }
}

function aChunkPart(key: string): ChunkPartReport {
  return {
    key,
    state: 'rendering',
    sample: null,
    samples: null,
    render_s: null,
    file: null,
    problem: null,
  }
}

function answerBytes(stream: ServerHttp2Stream, bytes: Buffer | undefined): void {
  if (bytes === undefined) {
    answerJson(stream, 404, { code: 'not_found', error: 'no file' })
    return
  }
  stream.respond({ ':status': 200 })
  stream.end(bytes)
}

async function bytesOf(stream: ServerHttp2Stream): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
