import { once } from 'node:events'
import { copyFile, readdir, truncate } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBomb } from '../../src/rendering/make-bomb.ts'
import { hasBlender, makeScene } from '../../src/rendering/make-scene.ts'
import { oneCanary } from '../../src/rendering/one-canary.ts'
import {
  renderTestMsMax,
  startRenderProduct,
  vouchFor,
} from '../../src/rendering/render-product.ts'
import { uploadScene } from '../../src/rendering/upload-scene.ts'
import { expectPaidExactly } from './using-jobs.ts'

// Blender is installed by script/bootstrap; where it is missing, nothing renders.
describe.runIf(hasBlender)('a scene', { timeout: renderTestMsMax }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, renderTestMsMax)
  afterAll(() => site.farm[Symbol.asyncDispose]())

  it('without a camera is not started, with the reason, and costs nothing', async () => {
    const { farm, balance } = site
    const before = await balance()
    const { scene } = await farm.scene({ camera: false })
    await expect(farm.start(scene)).rejects.toMatchObject({
      code: 'scene_broken',
      message:
        'This file cannot be rendered: the scene has no camera. Add one in Blender and upload the file again.',
    })
    expect(await balance()).toEqual(before)
  })

  it('with a missing end is rejected as incomplete', async () => {
    const { farm, upload } = site
    const whole = await makeScene(farm.folder, {}, 'whole.blend')
    const cut = path.join(farm.folder, 'cut.blend')
    await copyFile(whole, cut)
    await truncate(cut, 20_000)
    await expect(upload(cut)).rejects.toMatchObject({
      code: 'scene_broken',
      message: 'This file cannot be rendered: The file is incomplete: its end is missing.',
    })
  })

  it('that is a zip bomb is rejected as one before it is unpacked', async () => {
    const { farm, upload } = site
    const bomb = path.join(farm.folder, 'bomb.zip')
    await makeBomb(bomb)
    await expect(upload(bomb)).rejects.toMatchObject({
      code: 'scene_broken',
      message:
        'This file cannot be rendered: The zip was rejected: it decompresses to an implausible size.',
    })
  })

  it('that needs too much memory fails on three machines, reports it, and costs nothing', async () => {
    const { farm, balance } = site
    const before = await balance()
    const { scene } = await farm.scene({ frames: 1, subdivisions: 9 })
    const job = await farm.once(await farm.start(scene))
    expect(job).toMatchObject({ frames_done: 0, frames_failed: 1, charged_micro_usd: 0 })
    expect(job.reason?.code).toBe('frames_failed')
    const params = { id: job.taskId }
    const [frame] = await farm.product.renter.rendering.frames({ params })
    expect(frame).toMatchObject({
      state: 'failed',
      failures: 3,
      problem: {
        code: 'out_of_memory',
        text: 'The machine ran out of memory.',
        machine_says: expect.stringContaining('exceeded the memory limit'),
      },
    })
    await expectPaidExactly(farm.product, job.taskId)
    expect(await balance()).toEqual(before)
  })

  it('whose scripts try to leave the sandbox is rendered, and they write and reach nothing', async () => {
    const { farm } = site
    await using listener = await listen()
    const harmed = path.join(farm.folder, 'harmed')
    const paths = [harmed, path.join(farm.product.machine.dataDir, 'harmed')]
    const { scene } = await farm.scene({ frames: 2, harm: { paths, port: listener.port } })
    const job = await farm.once(await farm.start(scene))
    expect(job).toMatchObject({ frames_done: 2, frames_failed: 0 })
    await expectPaidExactly(farm.product, job.taskId)
    const names = await Promise.all(
      [farm.folder, farm.product.machine.dataDir].map((folder) => readdir(folder)),
    )
    expect(names.flat().filter((name) => name.startsWith('harmed'))).toEqual([])
    expect(listener.visits()).toBe(0)
  })
})

async function setup() {
  const options = { rendering: { around: oneCanary }, hardware: { memory_mib: 600 } }
  const farm = await startRenderProduct(options)
  // All belong to one owner, so only a vouched machine needs no check.
  for (const _ of [1, 2]) await vouchFor(farm.product, await farm.addMachine())
  const { renter, people, server } = farm.product
  return {
    farm,
    async balance() {
      const { available_micro_usd, held_micro_usd } = await renter.ledger.balance()
      return { available_micro_usd, held_micro_usd }
    },
    upload: (file: string) =>
      uploadScene({ url: server.url, token: people.renter.token, client: renter }, file),
  }
}

/** Counts the connections to a port of this machine. */
async function listen() {
  let visits = 0
  const server = createServer((socket) => {
    visits += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    visits: () => visits,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}
