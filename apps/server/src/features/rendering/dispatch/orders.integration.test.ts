import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type RenderFarm, withRenderFarm } from '../../../../test/render-farm.ts'
import { rentSlot } from '../../../../test/render-rows.ts'
import type { ChunkOrder } from './chunk-order.ts'
import { claimChunk } from './claim-chunk.ts'
import { contentHash } from './content-hash.ts'
import { startScheduler } from './scheduler.ts'
import { stopChunk } from './stop-chunk.ts'
import { sweepChunks } from './sweep-chunks.ts'

const view = { turn_deg: 0, height_m: 2, lens_mm: 40 }
const aCanary = { kind: 'canary', samples: 10, seed: 1, view } as const

it('gives an unverified machine the canary before any frames', async () => {
  await using farm = await withRenderFarm()
  const received: unknown[] = []
  farm.ports.receiveCanary = async (_, { key, chunk }) => {
    received.push(key === null ? null : await textOf(farm, key))
    await sql`update render_machines set admission = 'admitted' where machine_id = ${chunk.machine_id}`.execute(
      farm.db,
    )
  }
  orderOnce(farm, { kind: 'canary', jobId: null, work: aCanary })
  await farm.job({ frames: 2 })
  const machine = await farm.machine({ admission: 'unverified' })
  const [canary, ...others] = machine.agent.given()
  expect(others).toEqual([])
  if (canary?.work.kind !== 'canary') throw new RangeError('it is the canary')
  machine.agent.finish(canary.chunk_id, '0')
  machine.agent.end(canary.chunk_id)
  await machine.heartbeat()
  expect(received).toEqual([`picture 0 of ${canary.chunk_id}`])
  expect(machine.agent.given()).toHaveLength(1)
})

it('reports a canary that could not be rendered', async () => {
  await using farm = await withRenderFarm()
  const received: unknown[] = []
  farm.ports.receiveCanary = async (_, { key }) => void received.push(key)
  orderOnce(farm, { kind: 'canary', jobId: null, work: aCanary })
  const machine = await farm.machine({ admission: 'unverified' })
  const [canary] = machine.agent.given()
  if (canary === undefined) throw new RangeError('it was given the canary')
  machine.agent.end(canary.chunk_id, 'blender_crashed')
  await machine.heartbeat()
  expect(received).toEqual([null])
})

it('sends a merge’s inputs beside the scene', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1, settings: { engine: 'workbench' }, state: 'paused' })
  const input = 'c'.repeat(64)
  const key = 'render/test/input'
  await farm.files.put(key, [bytesOf('exr')], farm.ctx.signal)
  const named = await contentHash(farm.files.read(key))
  const work: RenderChunkSpec['work'] = {
    kind: 'merge',
    inputs: [input, input],
    scene: farm.contentHash,
    blend_path: 'scene.blend',
    settings: {
      scene: 'Scene',
      camera: 'Camera',
      width: 64,
      height: 36,
      percentage: 100,
      engine: 'cycles',
      samples: 4,
      denoise: false,
      format: 'png',
      compositing: false,
      device: 'cpu',
    },
    frame: 1,
  }
  const inputs = [
    { sha256: input, key },
    { sha256: input, key },
  ]
  orderOnce(farm, { kind: 'merge', jobId, work, inputs, frames: [1] })
  const machine = await farm.machine()
  expect(String(machine.agent.scenes.get(named)?.bytes)).toBe('exr')
  const [merge] = machine.agent.given()
  if (merge?.work.kind !== 'merge') throw new RangeError('it was given the merge')
  expect(merge.work.inputs).toEqual([named, named])
  machine.agent.finish(merge.chunk_id, '1')
  machine.agent.end(merge.chunk_id)
  await machine.heartbeat()
  expect(farm.arrived.map(({ part }) => part)).toEqual([
    { key: '1', frame: 1, region: null, sample_range: null },
  ])
})

it('gives up a frame in parts once three machines have failed at one part', async () => {
  await using farm = await withRenderFarm()
  const split = { kind: 'tiles', columns: 2, rows: 1 } as const
  const jobId = await farm.job({ frames: 1, settings: { split } })
  await inTiles(farm, jobId)
  for (let turn = 0; turn < 3; turn++) {
    // Parts are given only to machines that can be checked, or that the operator vouches for.
    const machine = await farm.machine({ vouched: true })
    const [spec] = machine.agent.given()
    if (spec?.work.kind !== 'render') throw new RangeError('it was given a tile')
    expect(spec.work.pieces).toEqual([
      { key: '1.1', frame: 1, region: { x: 0, y: 0, width: 32, height: 36 }, sample_range: null },
    ])
    machine.agent.fail(spec.chunk_id, '1.1')
    machine.agent.end(spec.chunk_id)
    await machine.heartbeat()
    for (const { chunk_id } of machine.agent.given()) await stopChunk(farm.ctx, chunk_id, 'now')
    await sql`update render_machines set enabled = false`.execute(farm.db)
  }
  expect(await farm.states(jobId)).toBe('failed failed failed')
  expect(await farm.jobRow(jobId)).toMatchObject({ state: 'completed', frames_failed: 1 })
})

it('does not call machines that are connected to another replica', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 2, referenceMs: 1_000 })
  const { agents } = farm.ctx
  const elsewhere = { ...farm.ctx, agents: { ...agents, connected: () => false } }
  await using _replica = startScheduler(elsewhere, farm.ports)
  const machine = await farm.machine()
  await farm.wake()
  const calls = machine.agent.calls.length
  await rentSlot(farm.ctx, machine.id)
  await sweepChunks(elsewhere)
  expect(machine.agent.calls, 'the replica closes the chunk and says nothing').toHaveLength(calls)
  expect(await farm.states(jobId)).toBe('pending pending')
  await machine.heartbeat()
  await eventually(() => expect(machine.agent.stops.map(({ mode }) => mode)).toContain('now'))
})

it('gives a machine at most two chunks, with any number of concurrent claims', async () => {
  await using farm = await withRenderFarm()
  const machine = await farm.machine()
  await farm.job({ frames: 100, referenceMs: 60_000 })
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claimChunk(farm.ctx, farm.ports, machine.id)),
  )
  expect(claims.filter((chunk) => chunk !== undefined).length).toBeLessThanOrEqual(2)
})

interface Ordered extends Partial<ChunkOrder> {
  kind: ChunkOrder['kind']
  work: ChunkOrder['work']
}

/** Orders the given work from the first machine that asks. */
function orderOnce(farm: RenderFarm, given: Ordered): void {
  let ordered = false
  farm.ports.nextExtraWork = async () => {
    if (ordered) return undefined
    ordered = true
    return { id: farm.ctx.ids.mint('renderChunk'), jobId: null, frames: [], inputs: [], ...given }
  }
}

/** Splits the only frame of a job into two tiles. */
async function inTiles(farm: RenderFarm, jobId: string): Promise<void> {
  await sql`update render_frames set state = 'assembling' where job_id = ${jobId}`.execute(farm.db)
  for (const part of [1, 2]) {
    const region = { x: (part - 1) * 32, y: 0, width: 32, height: 36 }
    await sql`insert into render_frames (job_id, number, part, state, extent, changed_at)
      values (${jobId}, 1, ${part}, 'pending', ${JSON.stringify({ region, sample_range: null })}::jsonb, now())`.execute(
      farm.db,
    )
  }
}

async function textOf(farm: RenderFarm, key: string): Promise<string> {
  return Buffer.concat(await Array.fromAsync(farm.files.read(key))).toString()
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
