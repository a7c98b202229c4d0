import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aChunk, aChunkId, bytesOf, contentHashOf } from '../../test/render-builders.ts'
import { createChunkFiles } from './chunk-files.ts'
import {
  type ChunkRecord,
  chunkReport,
  failedPart,
  newChunk,
  samplingPart,
} from './chunk-record.ts'

describe('the chunks that an earlier agent left', () => {
  it('have their finished parts with complete pictures, and nothing else', async () => {
    await using test = await setup()
    const record = await test.begin()
    await test.finish(record, '1', 'first')
    await test.finish(record, '2', 'second')
    record.parts.set('3', failedPart('3', { code: 'timed_out', text: 'It took too long.' }))
    record.parts.set('4', samplingPart('4'))
    await test.files.save(record)
    await writeFile(test.path('pictures/f_2.png'), 'sec')
    await writeFile(test.path('pictures/f_4.png'), 'nobody knows it')
    await writeFile(test.path('unfinished/f_5.png'), 'half')
    const [left] = await test.files.readLeft()
    expect(left?.phase).toBe('ended')
    expect(left?.problem?.code).toBe('machine_left')
    expect([...(left?.parts.keys() ?? [])]).toEqual(['1', '3'])
    expect(await readdir(test.path('pictures'))).toEqual(['f_1.png'])
    expect(existsSync(test.path('unfinished'))).toBe(false)
  })

  it('are restored completely if they had ended', async () => {
    await using test = await setup()
    const record = await test.begin()
    record.phase = 'ended'
    record.problem = { code: 'no_camera', text: 'It has none.' }
    record.samplesPerMinute = 12.5
    record.memoryPeakMib = 300
    record.pastLog = 'what Blender said'
    await test.files.save(record)
    const [left] = await test.files.readLeft()
    expect(left === undefined ? undefined : chunkReport(left)).toEqual(chunkReport(record))
    expect(left?.pastLog).toBe('what Blender said')
  })

  it('are deleted and reported if they cannot be read', async () => {
    await using test = await setup()
    await test.files.save(await test.begin())
    await writeFile(test.path('chunk.json'), '{"version":1')
    expect(await test.files.readLeft()).toEqual([])
    expect(test.failures).toHaveLength(1)
    expect(await readdir(test.folder)).toEqual([])
  })

  it('are deleted if they were never saved, and so are other folders', async () => {
    await using test = await setup()
    await test.begin()
    await mkdir(join(test.folder, 'something else'))
    expect(await test.files.readLeft()).toEqual([])
    expect(await readdir(test.folder)).toEqual([])
    expect(test.failures).toEqual([])
  })
})

describe('files of a chunk', () => {
  it('can be read by their owner only, as they contain the lease', async () => {
    await using test = await setup()
    await test.files.save(await test.begin())
    expect((await stat(test.path('chunk.json'))).mode & 0o777).toBe(0o600)
  })

  it('are written with the newest state, however many writes are queued', async () => {
    await using test = await setup()
    const record = await test.begin()
    const saves = [1, 2, 3, 4].map((memory) => {
      record.memoryPeakMib = memory
      return test.files.save(record)
    })
    await Promise.all(saves)
    expect(new Set(saves).size).toBe(1)
    expect(await readFile(test.path('chunk.json'), 'utf8')).toContain('"memory_peak_mib":4')
  })

  it('are deleted with the chunk, also during a write', async () => {
    await using test = await setup()
    const record = await test.begin()
    const saved = test.files.save(record)
    await test.files.remove(record)
    await saved
    await test.files.settled()
    expect(await readdir(test.folder)).toEqual([])
  })
})

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-chunks-'))
  const failures: unknown[] = []
  const files = createChunkFiles(folder, (cause) => void failures.push(cause))
  return {
    folder,
    failures,
    files,
    path: (name: string) => join(folder, aChunkId, name),
    begin: async () => {
      const record = newChunk(aChunk(contentHashOf(bytesOf('scene')), [1, 2, 3, 4]))
      await files.begin(record)
      return record
    },
    finish: async (record: ChunkRecord, key: string, content: string) => {
      const name = `f_${key}.png`
      await writeFile(files.unfinished(record, name), content)
      await files.finish(record, name)
      const sha256 = contentHashOf(bytesOf(content))
      const file = { name, bytes: content.length, sha256 }
      record.parts.set(key, { ...samplingPart(key), state: 'done', render_s: 1, file })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
