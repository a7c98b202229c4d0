import { readFile } from 'node:fs/promises'
import { systemClock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { uploadScene } from '@gridloom/client/upload-scene'
import { RenderJobId } from '@gridloom/contract/core/ids'
import { fileKeys } from '@gridloom/server/features/rendering/file-keys'
import type { Product } from '../../src/product.ts'

const fixture = new URL('../../../blend/fixtures/34-cycles-zstd.blend', import.meta.url)
const { signal } = new AbortController()

/** Creates a scene, an upload in progress, and a job with one frame, its picture, the log of its chunk and a check. */
export async function aRender(product: Product, client: Client) {
  const bytes = await readFile(fixture)
  const scene = await uploadScene(client, {
    fileName: 'scene.blend',
    content: { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) },
    clock: systemClock,
    random: Math.random,
    signal,
    onProgress: () => {},
  })
  const begun = await client.rendering.startUpload({
    body: { file_name: 'next.blend', size_bytes: 1, block_hashes: ['a'.repeat(64)] },
  })
  const { taskId: job } = await client.rendering.create({ body: { scene_id: scene.id } })
  const chunk = await aDoneFrame(product, job)
  const check = await aCheck(product, job)
  return {
    RenderSceneId: scene.id,
    RenderUploadId: begun.kind === 'upload' ? begun.upload.id : '',
    RenderJobId: job,
    RenderChunkId: chunk,
    RenderCheckId: check,
  }
}

type Rows = Readonly<
  Record<'render_frames' | 'render_chunks' | 'render_checks', Record<string, unknown>>
>

/** Inserts them into the database: rendering them takes a machine with Blender. */
async function aDoneFrame({ server, machine }: Product, job_id: string): Promise<string> {
  const { db, ids, files } = server.container
  const id = ids.mint('renderChunk')
  const sha256 = 'b'.repeat(64)
  const now = new Date()
  const tables = db.withTables<Rows>()
  const jobId = RenderJobId.parse(job_id)
  await files.put(fileKeys.picture(jobId, { number: 1, part: 0, sha256 }), [bytesOf('x')], signal)
  await files.put(fileKeys.log(jobId, id), [bytesOf('Blender quit')], signal)
  await tables
    .insertInto('render_frames')
    .values({ job_id, number: 1, state: 'done', chunk_id: id, sha256, bytes: 1, changed_at: now })
    .execute()
  await tables
    .insertInto('render_chunks')
    .values({
      id,
      job_id,
      kind: 'frames',
      machine_id: machine.id,
      lease_token: 'over',
      lease_until: now,
      state: 'done',
      frames: [1],
      spec: '{}',
      micro_usd_per_reference_hour: 0,
      machine_score: 1,
      has_log: true,
      started_at: now,
      moved_at: now,
      ended_at: now,
    })
    .execute()
  return id
}

async function aCheck({ server, machine }: Product, job_id: string): Promise<string> {
  const { db, ids, files } = server.container
  const id = ids.mint('renderCheck')
  await files.put(fileKeys.crop(RenderJobId.parse(job_id), id, 'made'), [bytesOf('x')], signal)
  const region = JSON.stringify({ x: 0, y: 0, width: 1, height: 1 })
  const at = { created_at: new Date(), decided_at: new Date() }
  await db
    .withTables<Rows>()
    .insertInto('render_checks')
    .values({
      id,
      job_id,
      number: 1,
      machine_id: machine.id,
      region,
      outcome: 'same',
      has_crops: true,
      ...at,
    })
    .execute()
  return id
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
