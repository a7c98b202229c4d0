import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { agentPath } from '@gridloom/contract/agent/call'
import { AgentFailure, type AgentMessage } from '@gridloom/contract/agent/protocol'
import {
  type ChunkReport,
  type RenderChunkSpec,
  SceneHeld,
} from '@gridloom/contract/agent/rendering'
import { renderingCalls } from '@gridloom/contract/agent/rendering-calls'
import type { Sha256 } from '@gridloom/contract/core/values'
import { describe, expect, it, vi } from 'vitest'
import { type AgentConnection, responseOf } from '../../test/agent-connection.ts'
import { aCapability, createFakeRenderer } from '../../test/fake-renderer.ts'
import { makeZip } from '../../test/make-zip.ts'
import {
  aChunk,
  aChunkId,
  anotherChunkId,
  bytesOf,
  contentHashOf,
} from '../../test/render-builders.ts'
import { setupAgent } from '../../test/run-agent.ts'
import { renderingWorkload } from '../rendering/workload.ts'

const small = bytesOf('BLENDER small')
const inChunk = { chunk: aChunkId }
/** Long, as other tests may keep the machine busy. */
const waiting = { timeout: 20_000, interval: 10 }

describe('a scene upload', () => {
  it('resumes after a lost connection, from the offset that the machine reports', async () => {
    await using test = await setup()
    const content = Buffer.alloc(5_000_000, 'gridloom')
    const scene = contentHashOf(content)
    const first = await test.connect()
    const stream = first.open('PUT', scenePath(scene, { size: content.length }))
    stream.write(content.subarray(0, 3_000_000))
    await vi.waitFor(async () => {
      expect((await held(first, scene)).received_bytes).toBe(3_000_000)
    }, waiting)
    first.socket.destroy()
    const second = await test.plane.nextConnection()
    expect(await held(second, scene)).toEqual({ received_bytes: 3_000_000, ready: false })
    const rest = { offset: 3_000_000, size: content.length }
    const answer = await put(second, scenePath(scene, rest), content.subarray(3_000_000))
    expect(answer).toMatchObject({ status: 200, held: { received_bytes: 5_000_000, ready: true } })
  })

  it('is reported once the scene is ready', async () => {
    await using test = await setup()
    const connection = await test.connect()
    const reports = connection.reports()
    expect((await reports.next()).value).toMatchObject({ kind: 'hello', rendering: { scenes: [] } })
    await put(connection, scenePath(contentHashOf(small), { size: small.length }), small)
    const reported = await firstOf(reports, isRendering, ({ scenes }) => scenes.length > 0)
    expect(reported).toMatchObject({ capability: aCapability, scenes: [contentHashOf(small)] })
  })

  it('with the wrong hash is rejected and deleted, and can be repeated', async () => {
    await using test = await setup()
    const connection = await test.connect()
    const scene = contentHashOf(small)
    const wrong = bytesOf('BLENDER smalL')
    const refused = await put(connection, scenePath(scene, { size: wrong.length }), wrong)
    expect(refused).toMatchObject({ status: 400, failure: { code: 'invalid_input' } })
    expect(refused.failure?.error).toContain('It was deleted.')
    expect(await held(connection, scene)).toEqual({ received_bytes: 0, ready: false })
    const again = await put(connection, scenePath(scene, { size: small.length }), small)
    expect(again.status).toBe(200)
  })

  it('with a path outside its folder is rejected, and nothing is written', async () => {
    await using test = await setup()
    const connection = await test.connect()
    const zip = makeZip([
      { name: 'scene.blend', content: 'BLENDER' },
      { name: '../../../evil', content: 'evil' },
    ])
    const scene = contentHashOf(zip)
    const refused = await put(connection, scenePath(scene, { size: zip.length, kind: 'zip' }), zip)
    expect(refused).toMatchObject({ status: 400, failure: { code: 'invalid_input' } })
    const files = await readdir(test.dataDir, { recursive: true })
    expect(files.filter((name) => /evil|scene\.blend/.test(name))).toEqual([])
  })

  it('of a scene that the machine has is answered before its bytes are complete', async () => {
    await using test = await setup()
    const connection = await test.connect()
    await put(connection, scenePath(contentHashOf(small), { size: small.length }), small)
    const stream = connection.open('PUT', scenePath(contentHashOf(small), { size: small.length }))
    stream.write('B')
    expect((await responseOf(stream))[':status']).toBe(200)
    expect(SceneHeld.parse(JSON.parse(await text(stream))).ready).toBe(true)
    expect(stream.rstCode).toBe(0)
  })

  it('is not read faster than the disk takes it', async () => {
    const gate = Promise.withResolvers<void>()
    await using test = await setup({ beforeDisk: gate.promise })
    const connection = await test.connect()
    const content = Buffer.alloc(8_000_000, 'x')
    const path = scenePath(contentHashOf(content), { size: content.length })
    const stream = connection.open('PUT', path)
    stream.end(content)
    // The answer to another call shows that the connection is idle: all that could be sent was sent.
    await held(connection, contentHashOf(content))
    expect(stream.writableLength).toBeGreaterThan(4_000_000)
    gate.resolve()
    expect(SceneHeld.parse(JSON.parse(await text(stream))).ready).toBe(true)
  })
})

describe('chunks sent to the agent', () => {
  it('are rendered in order, and their pictures are deleted once they are taken', async () => {
    await using test = await setup()
    const connection = await test.connect()
    const scene = await sendSmall(connection)
    const reports = connection.reports()
    expect((await putChunk(connection, aChunk(scene, [1]))).status).toBe(202)
    const next = aChunk(scene, [2], { chunk_id: anotherChunkId })
    expect((await putChunk(connection, next)).status).toBe(202)
    await vi.waitFor(() => expect(test.blender.making()?.key).toBe('1'), waiting)
    await test.blender.making()?.finish('first')
    const first = await firstOf(reports, isChunk(aChunkId), ({ phase }) => phase === 'ended')
    expect(first.pieces).toMatchObject([{ key: '1', state: 'done', file: { bytes: 5 } }])
    await vi.waitFor(() => expect(test.blender.making()?.key).toBe('2'), waiting)
    await test.blender.making()?.finish('second')
    await firstOf(reports, isChunk(anotherChunkId), ({ phase }) => phase === 'ended')

    const path = agentPath(renderingCalls.readFile, {
      ...inChunk,
      file: first.pieces[0]?.file?.name ?? '',
    })
    expect(await connection.call('GET', path)).toMatchObject({ status: 200, text: 'first' })
    const log = await connection.call('GET', agentPath(renderingCalls.readLog, inChunk))
    expect(log).toMatchObject({ status: 200, text: 'opened scene.blend\n' })
    const taken = await connection.call('POST', agentPath(renderingCalls.takeFiles, inChunk), {
      keys: ['1'],
    })
    expect(taken.status).toBe(200)
    expect((await connection.call('GET', path)).status).toBe(404)
    expect(await readdir(join(test.dataDir, 'render/chunks', aChunkId, 'pictures'))).toEqual([])
  })

  it('are stopped at once on request', async () => {
    await using test = await setup()
    const connection = await test.connect()
    await putChunk(connection, aChunk(await sendSmall(connection), [1, 2]))
    await vi.waitFor(() => expect(test.blender.making()?.key).toBe('1'), waiting)
    const path = agentPath(renderingCalls.stopChunk, inChunk)
    expect((await connection.call('POST', path, { mode: 'now' })).status).toBe(200)
    expect(test.blender.live()).toBe(0)
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({
      rendering: { chunks: [{ phase: 'ended', pieces: [], problem: null }] },
    })
  })

  it('serve a picture in full after another reader abandons it, and log no failure', async () => {
    await using test = await setup()
    const connection = await test.connect()
    await putChunk(connection, aChunk(await sendSmall(connection), [1]))
    await vi.waitFor(() => expect(test.blender.making()?.key).toBe('1'), waiting)
    const picture = 'p'.repeat(20_000_000)
    await test.blender.making()?.finish(picture)
    await firstOf(connection.reports(), isEither(aChunkId), ({ phase }) => phase === 'ended')
    const path = agentPath(renderingCalls.readFile, { ...inChunk, file: 'f_1.png' })
    const abandoned = connection.open('GET', path)
    abandoned.end()
    await responseOf(abandoned)
    abandoned.close()
    const stream = connection.open('GET', path)
    stream.end()
    expect((await responseOf(stream))['content-length']).toBe('20000000')
    expect((await buffer(stream)).length).toBe(20_000_000)
    expect(test.logged.filter(({ msg }) => msg === 'call failed')).toEqual([])
  })

  it('are restored after kill -9, with the finished pictures only', async () => {
    await using test = await setup()
    const scene = await leaveScene(test.dataDir)
    await renderAndBeKilled(test.dataDir, aChunk(scene, [1, 2]))
    const unfinished = join(test.dataDir, 'render/chunks', aChunkId)
    await writeFile(join(unfinished, 'pictures/f_2.png'), 'half a pic')
    const connection = await test.connect()
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({
      rendering: {
        scenes: [scene],
        chunks: [
          {
            chunk_id: aChunkId,
            lease_token: 'lease-1',
            phase: 'ended',
            problem: { code: 'machine_left' },
            pieces: [{ key: '1', state: 'done', file: { name: 'f_1.png', bytes: 5 } }],
          },
        ],
      },
    })
    const path = agentPath(renderingCalls.readFile, { ...inChunk, file: 'f_1.png' })
    expect((await connection.call('GET', path)).text).toBe('first')
    expect((await connection.call('GET', path.replace('f_1', 'f_2'))).status).toBe(404)
  })
})

describe('an agent that rejects a call', () => {
  const scene = contentHashOf(small)

  it.each([
    ['GET', agentPath(renderingCalls.readFile, { ...inChunk, file: 'f_1.png' }), 404],
    ['GET', agentPath(renderingCalls.readFile, { ...inChunk, file: '..%2f..%2fchunk.json' }), 404],
    ['GET', agentPath(renderingCalls.readLog, inChunk), 404],
    ['GET', agentPath(renderingCalls.readScene, { scene: 'scene' }), 400],
    ['PUT', scenePath(scene, { size: 0 }), 400],
    ['PUT', scenePath(scene, { size: 1e12 }), 400],
    ['PUT', scenePath(scene, { size: 9, offset: 5 }), 409],
    ['PUT', scenePath(scene, { size: 9, kind: 'tar' }), 400],
    ['POST', agentPath(renderingCalls.stopChunk, inChunk), 400],
    ['POST', agentPath(renderingCalls.takeFiles, inChunk), 400],
  ])('answers %s %s with %i', async (method, path, status) => {
    await using test = await setup()
    const answer = await (await test.connect()).call(method, path)
    expect(answer.status).toBe(status)
    expect(AgentFailure.parse(JSON.parse(answer.text)).error).not.toBe('')
  })

  it('answers 400 to a chunk whose id differs from the path', async () => {
    await using test = await setup()
    const connection = await test.connect()
    const path = agentPath(renderingCalls.sendChunk, { chunk: anotherChunkId })
    expect((await connection.call('PUT', path, aChunk(scene, [1]))).status).toBe(400)
    expect(test.blender.opened).toEqual([])
  })

  it('answers 404 to a rendering call when it does not render', async () => {
    await using test = await setupAgent()
    const connection = await test.connect()
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({ rendering: { capability: null, missing: null } })
    expect(
      (await connection.call('GET', agentPath(renderingCalls.readScene, { scene }))).status,
    ).toBe(404)
  })
})

it('keeps the agent running when the render folder cannot be used, and reports why', async () => {
  await using test = await setup()
  await writeFile(join(test.dataDir, 'render'), 'a file in the way')
  const [hello] = await (await test.connect()).reportsUntil('hello')
  expect(hello).toMatchObject({
    rendering: { capability: null, missing: expect.stringContaining("folder 'render'") },
  })
})

/** An agent that renders without Blender; `connect()` starts it. */
async function setup({ beforeDisk = Promise.resolve() } = {}) {
  const blender = createFakeRenderer()
  const disk = { totalBytes: 1e12, freeBytes: 5e11 }
  const readDisk = () => beforeDisk.then(() => disk)
  const readFingerprint = async () => 'blender'
  const rendering = { renderer: blender, threads: 1, readFingerprint, readDisk }
  const test = await setupAgent({ workloads: [renderingWorkload(rendering)] })
  return { ...test, blender }
}

interface Sending {
  offset?: number
  size: number
  kind?: string
}

function scenePath(scene: Sha256, { offset = 0, size, kind = 'blend' }: Sending): string {
  return `${agentPath(renderingCalls.readScene, { scene })}?offset=${offset}&size=${size}&kind=${kind}`
}

async function put(connection: AgentConnection, path: string, bytes: Uint8Array) {
  const stream = connection.open('PUT', path)
  stream.end(bytes)
  const status = Number((await responseOf(stream))[':status'])
  const body: unknown = JSON.parse(await text(stream))
  return {
    status,
    held: SceneHeld.safeParse(body).data,
    failure: AgentFailure.safeParse(body).data,
  }
}

async function held(connection: AgentConnection, scene: Sha256): Promise<SceneHeld> {
  const answer = await connection.call('GET', agentPath(renderingCalls.readScene, { scene }))
  return SceneHeld.parse(JSON.parse(answer.text))
}

async function sendSmall(connection: AgentConnection): Promise<Sha256> {
  const scene = contentHashOf(small)
  await put(connection, scenePath(scene, { size: small.length }), small)
  return scene
}

function putChunk(connection: AgentConnection, chunk: RenderChunkSpec) {
  return connection.call(
    'PUT',
    agentPath(renderingCalls.sendChunk, { chunk: chunk.chunk_id }),
    chunk,
  )
}

/** Returns what a message reports of one thing, if it does. */
type Part<T> = (message: AgentMessage) => T | undefined

function isChunk(id: string): Part<ChunkReport> {
  return (message) => {
    const reports = message.kind === 'heartbeat' ? message.chunks : []
    const reported = message.kind === 'chunk' ? [message.report] : reports
    return reported.find(({ chunk_id }) => chunk_id === id)
  }
}

/** As {@link isChunk}, and also from `hello`. */
function isEither(id: string): Part<ChunkReport> {
  return (message) => {
    if (message.kind !== 'hello') return isChunk(id)(message)
    return message.rendering.chunks.find(({ chunk_id }) => chunk_id === id)
  }
}

function isRendering(message: AgentMessage) {
  return message.kind === 'rendering' ? message.rendering : undefined
}

async function firstOf<T>(
  messages: AsyncGenerator<AgentMessage, void>,
  part: Part<T>,
  isIt: (found: T) => boolean,
): Promise<T> {
  for (;;) {
    const { value } = await messages.next()
    if (!value) throw new Error('the reports ended')
    const found = part(value)
    if (found !== undefined && isIt(found)) return found
  }
}

/** Writes a scene as an earlier agent left it. */
async function leaveScene(dataDir: string): Promise<Sha256> {
  const scene = contentHashOf(small)
  const folder = join(dataDir, 'render/scenes', scene)
  await mkdir(join(folder, 'content'), { recursive: true })
  await writeFile(join(folder, 'content/scene.blend'), small)
  const facts = { version: 1, kind: 'blend', sent_bytes: 13, disk_bytes: 13 }
  await writeFile(join(folder, 'scene.json'), JSON.stringify(facts))
  return scene
}

/** Renders in a process of its own, which is killed in the middle of the second picture. */
async function renderAndBeKilled(dataDir: string, chunk: RenderChunkSpec): Promise<void> {
  const program = fileURLToPath(new URL('../../test/render-process.ts', import.meta.url))
  const words = [program, dataDir, JSON.stringify(chunk)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('ready\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
}
