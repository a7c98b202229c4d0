import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { MediaId } from '@gridloom/contract/core/ids'
import { onePixel } from '@gridloom/testkit/one-pixel'
import { sql } from 'kysely'
import type { PeopleFixture } from './people.ts'

interface GivenMedium {
  readonly kind?: 'picture' | 'video'
  readonly title?: string
  readonly bytes?: Uint8Array
  readonly seconds?: number
}

/** Puts a published medium with its file into the library, as after an upload. */
export async function addToLibrary(
  { system, db, clock }: Pick<PeopleFixture, 'system' | 'db' | 'clock'>,
  { kind = 'picture', title = 'Lake', bytes = onePixel, seconds = 12 }: GivenMedium = {},
): Promise<MediaId> {
  const [id, content] = [system.ids.mint('media'), system.ids.mint('mediaContent')]
  const name = kind === 'video' ? 'high.mp4' : 'picture'
  const type = kind === 'video' ? 'video/mp4' : 'image/png'
  const now = clock.now()
  await system.files.put(`media/contents/${content}/f/${name}`, [bytes], system.signal)
  await sql`insert into media_contents (id, content_hash, kind, size_bytes, content_type,
      uploaded_by, state, folder, width, height, duration_ms, file_bytes, file_names, created_at)
    values (${content}, ${system.ids.secret()}, ${kind}, ${bytes.length}, ${type}, 'acc', 'ready',
      'f', 64, 36, ${kind === 'video' ? seconds * 1_000 : null}, ${bytes.length},
      ${JSON.stringify([name])}, ${now})`.execute(db)
  await sql`insert into media (id, kind, title, detail, platforms, languages, texts, state,
      content_id, file_name, created_at, published_at)
    values (${id}, ${kind}, ${title}, '', '{}', '{}', '[]', 'published', ${content}, ${name},
      ${now}, ${now})`.execute(db)
  return id
}

/** A short real video. */
export async function aVideo(): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-video-'))
  try {
    const file = path.join(folder, 'video.mp4')
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=5:duration=1']
    await promisify(execFile)('ffmpeg', [...source, '-pix_fmt', 'yuv420p', file])
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
