import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import type { BlenderProcess } from './blender-process.ts'
import { createBlenderLog } from './log.ts'
import { WarmBlender } from './warm-blender.ts'

it('stops waiting for an announced picture when its part is cancelled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-warm-'))
  const cancelled = new AbortController()
  const test = setup(folder)
  const part = { key: '1', frame: 1, region: null, sample_range: null }
  const rendering = test.blender.render(part, join(folder, 'out'), () => {}, cancelled.signal)
  await test.isBeingRead
  cancelled.abort()
  expect(await rendering).toEqual({ kind: 'stopped' })
  expect(test.ended()).toBe(true)
  await rm(folder, { recursive: true })
})

/** A Blender that announces a picture of a thousand bytes, and sends none of them. */
function setup(folder: string) {
  const reading = Promise.withResolvers<void>()
  let hasEnded = false
  const pictures = new Readable({ read: () => reading.resolve() })
  const process: BlenderProcess = {
    ask: async () => ({ event: 'done', seconds: 1, bytes: 1_000 }),
    allow: () => {},
    isAlive: () => !hasEnded,
    memoryPeakMib: () => 0,
    pictures,
    end: async () => {
      hasEnded = true
      pictures.destroy()
      return { event: 'killed', why: 'stopped' }
    },
  }
  const blender = new WarmBlender({
    process,
    clock: createTestClock(),
    log: createBlenderLog([]),
    folder: { path: folder, [Symbol.asyncDispose]: async () => {} },
    memoryMibMax: 1_000,
    limits: {
      piece_s_max: 60,
      no_progress_s_max: 60,
      memory_mib_max: 1_000,
      output_bytes_max: 1e6,
    },
    settings: {
      ...{ scene: '', camera: '', width: 64, height: 36, percentage: 100, samples: 1 },
      ...{ denoise: false, compositing: false },
      ...({ engine: 'cycles', format: 'openexr', device: 'cpu' } as const),
    },
  })
  return { blender, isBeingRead: reading.promise, ended: () => hasEnded }
}
