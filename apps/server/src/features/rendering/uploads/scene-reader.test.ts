import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { createSceneReader } from './scene-reader.ts'

const never = new AbortController().signal
const scene = { file: '/nowhere', fileName: 'a.blend' }

it('returns the contents that the thread found', async () => {
  await using site = await setup(
    `parentPort.postMessage({ kind: 'contents', contents: { files: 7 } })`,
  )
  await expect(site.reader.read(scene, never)).resolves.toEqual({ files: 7 })
})

it('rejects a broken scene with a public reason and an internal message', async () => {
  await using site = await setup(
    `parentPort.postMessage({ kind: 'broken', why: 'It ends too early.', internal: 'at byte 7' })`,
  )
  await expect(site.reader.read(scene, never)).rejects.toMatchObject({
    code: 'scene_broken',
    publicText: 'This file cannot be rendered: It ends too early.',
    message: 'at byte 7',
  })
})

it('rejects a scene that takes too long', async () => {
  await using site = await setup('setInterval(() => {}, 1_000)')
  const reading = site.reader.read(scene, never)
  const refused = expect(reading).rejects.toMatchObject({
    publicText: 'This file cannot be rendered: It takes too long to read.',
  })
  await site.clock.advance(60_001)
  await refused
})

it('rejects a scene that needs too much memory, and reads the next', async () => {
  await using site = await setup(
    `const kept = []; for (;;) kept.push(new Array(100_000).fill({}).map(() => ({ a: 1 })))`,
    { heapMiBMax: 24 },
  )
  await expect(site.reader.read(scene, never)).rejects.toMatchObject({
    publicText: 'This file cannot be rendered: It needs too much memory to read.',
  })
  await site.write(`parentPort.postMessage({ kind: 'contents', contents: {} })`)
  await expect(site.reader.read(scene, never)).resolves.toEqual({})
})

it('throws when the thread fails, as the scene is not at fault', async () => {
  await using site = await setup(`throw new Error('the disk is broken')`)
  await expect(site.reader.read(scene, never)).rejects.toThrow('the disk is broken')
  await site.write('')
  await expect(site.reader.read(scene, never)).rejects.toThrow('the thread ended')
})

it('ends with its signal, also while it waits for a thread', async () => {
  await using site = await setup('setInterval(() => {}, 1_000)', { threads: 1 })
  const stop = new AbortController()
  const readings = [site.reader.read(scene, stop.signal), site.reader.read(scene, stop.signal)]
  const ended = Promise.allSettled(readings)
  stop.abort(new Error('stopped'))
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('reads at most as many scenes at once as there are threads', async () => {
  await using site = await setup('setInterval(() => {}, 1_000)', { threads: 2 })
  const readings = [1, 2, 3].map(() => site.reader.read(scene, never))
  const ended = Promise.allSettled(readings)
  let over = 0
  for (const reading of readings) reading.catch(() => (over += 1))
  await site.clock.advance(60_001)
  await Promise.allSettled(readings.slice(0, 2))
  expect(over).toBe(2)
  await site.until(() => site.clock.advance(60_001), ended)
})

async function setup(script: string, over: { threads?: number; heapMiBMax?: number } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-thread-'))
  const file = path.join(folder, 'thread.mjs')
  const write = (text: string) =>
    writeFile(file, `import { parentPort } from 'node:worker_threads'\n${text}`)
  await write(script)
  const clock = createTestClock()
  return {
    clock,
    write,
    reader: createSceneReader({ clock, script: pathToFileURL(file), ...over }),
    /** Repeats the work until the promise has settled. */
    async until(work: () => Promise<void>, ended: Promise<unknown>) {
      let isOver = false
      void ended.then(() => (isOver = true))
      while (!isOver) await work()
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
