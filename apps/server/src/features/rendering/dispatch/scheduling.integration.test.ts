import { eventually } from '@gridloom/testkit/eventually'
import { expect, it } from 'vitest'
import { withRenderFarm } from '../../../../test/render-farm.ts'
import { insertScene } from '../../../../test/render-rows.ts'
import { claimChunk } from './claim-chunk.ts'
import { sweepChunks } from './sweep-chunks.ts'

it('renders a job on two machines, each frame once, and pays for each once', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 10, referenceMs: 1_000 })
  const one = await farm.machine()
  const other = await farm.machine()
  await farm.wake()
  for (let turn = 0; turn < 10; turn++) {
    await one.work()
    await other.work()
  }
  expect(await farm.jobRow(jobId)).toMatchObject({
    state: 'completed',
    frames_done: 10,
    charged_micro_usd: 10_000,
    committed_micro_usd: 0,
  })
  const producers = new Set((await farm.frames(jobId)).map(({ machine_id }) => machine_id))
  expect(producers).toEqual(new Set([one.id, other.id]))
  expect(farm.arrived).toHaveLength(10)
  expect(await farm.isLedgerClean()).toBe(true)
  expect(
    (await farm.chunks(jobId)).every(({ state, has_log }) => state === 'done' && has_log),
  ).toBe(true)
})

it('sends a scene once, resumed where it broke off', async () => {
  await using farm = await withRenderFarm()
  const machine = await farm.machine()
  machine.agent.scenes.set(farm.contentHash, { bytes: bytesOf('a sc'), ready: false })
  await farm.job({ frames: 4, referenceMs: 1_000 })
  await farm.wake()
  await machine.work()
  const sent = machine.agent.calls.filter((call) => call.startsWith('PUT /v1/render/scenes'))
  expect(sent).toHaveLength(1)
  expect(String(machine.agent.scenes.get(farm.contentHash)?.bytes)).toBe('a scene')
})

it('requeues the chunk of a machine that dies, except its finished frame', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 6, referenceMs: 1_000 })
  const dying = await farm.machine()
  await farm.wake()
  const [spec] = dying.agent.given()
  const id = chunkIdOf(spec)
  dying.agent.finish(id, '1')
  await dying.heartbeat()
  dying.agent.begin(id, '2', 3)
  await dying.heartbeat()
  await dying.leave()
  await dying.fallSilent()
  const other = await farm.machine()
  await farm.pass(30_000)
  await other.heartbeat()
  expect((await farm.frames(jobId))[1]).toMatchObject({ state: 'rendering', chunk_id: id })
  await farm.pass(16_000)
  expect((await farm.chunks(jobId)).find((chunk) => chunk.id === id)).toMatchObject({
    state: 'lost',
    problem: { code: 'machine_left' },
  })
  await farm.wake()
  await other.work()
  expect(await farm.jobRow(jobId)).toMatchObject({ state: 'completed', frames_done: 6 })
  const frames = await farm.frames(jobId)
  expect(frames.map(({ machine_id }) => machine_id === dying.id)).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ])
  expect(frames.every(({ failed_machines }) => failed_machines.length === 0)).toBe(true)
})

it('ignores a machine whose lease was given to another, and stops it', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1, referenceMs: 1_000 })
  const late = await farm.machine()
  await farm.wake()
  const id = chunkIdOf(late.agent.given()[0])
  await late.fallSilent()
  await farm.pass(46_000)
  const other = await farm.machine()
  await farm.wake()
  late.agent.finish(id, '1')
  await late.heartbeat()
  await eventually(() => expect(late.agent.stops).toContainEqual({ chunkId: id, mode: 'now' }))
  expect(late.agent.taken).toEqual(['1'])
  expect(farm.arrived).toEqual([])
  await other.work()
  expect((await farm.frames(jobId))[0]).toMatchObject({ state: 'done', machine_id: other.id })
})

it('ignores a report on the chunk of another machine', async () => {
  await using farm = await withRenderFarm()
  await farm.job({ frames: 1, referenceMs: 1_000 })
  const one = await farm.machine()
  await farm.wake()
  const id = chunkIdOf(one.agent.given()[0])
  const thief = await farm.machine()
  one.agent.finish(id, '1')
  const [report] = one.agent.reports()
  if (report === undefined) throw new RangeError('there is a report')
  await thief.say({ kind: 'chunk', report })
  expect(farm.arrived).toEqual([])
})

it('requeues frames at once when they cannot be delivered, until the machine reconnects', async () => {
  await using farm = await withRenderFarm()
  const machine = await farm.machine()
  const jobId = await farm.job({ frames: 3, referenceMs: 1_000 })
  machine.agent.refused.add('PUT /v1/render/chunks')
  await farm.wake()
  expect(await farm.states(jobId)).toBe('pending pending pending')
  expect(await farm.jobRow(jobId)).toMatchObject({ committed_micro_usd: 0 })
  const calls = machine.agent.calls.length
  await farm.wake()
  expect(machine.agent.calls, 'it rests').toHaveLength(calls)
  machine.agent.refused.clear()
  await machine.hello()
  expect(machine.agent.given().length).toBeGreaterThan(0)
})

it('requeues frames when the connection breaks during delivery', async () => {
  await using farm = await withRenderFarm()
  const machine = await farm.machine()
  const jobId = await farm.job({ frames: 3, referenceMs: 1_000 })
  machine.agent.hung.add('GET /v1/render/scenes')
  const waking = farm.wake()
  await until(() => machine.agent.calls.some((call) => call.startsWith('GET /v1/render/scenes')))
  expect(await farm.states(jobId)).toContain('rendering')
  await machine.leave()
  await waking
  expect(await farm.states(jobId)).toBe('pending pending pending')
})

it('requeues the frames that a restarted machine does not report', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 3, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  const before = chunkIdOf(machine.agent.given()[0])
  machine.agent.restart()
  await farm.clock.jump(5_000)
  await machine.hello()
  expect((await farm.chunks(jobId))[0]).toMatchObject({ id: before, state: 'lost' })
  await machine.work()
  expect(await farm.jobRow(jobId)).toMatchObject({ state: 'completed', frames_done: 3 })
})

it('receives once what was finished while the control plane was down', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 2, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  const id = chunkIdOf(machine.agent.given()[0])
  machine.agent.hung.add('POST /v1/render/chunks')
  machine.agent.finish(id, '1')
  const saying = machine.heartbeat()
  await until(async () => (await farm.states(jobId)).startsWith('done'))
  await machine.leave()
  await saying
  await farm.restart()
  machine.agent.hung.clear()
  await machine.connect()
  expect(machine.agent.taken).toContain('1')
  await machine.work()
  await machine.work()
  expect(await farm.jobRow(jobId)).toMatchObject({ state: 'completed', frames_done: 2 })
  expect(farm.arrived.map(({ part }) => part.frame)).toEqual([1, 2])
  expect(await farm.isLedgerClean()).toBe(true)
})

it('marks a chunk done whose first pictures arrived before a restart', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 6, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  const [spec] = machine.agent.given()
  expect(spec?.work).toMatchObject({ pieces: [{ frame: 1 }, { frame: 2 }, { frame: 3 }] })
  const id = chunkIdOf(spec)
  machine.agent.finish(id, '1')
  await machine.heartbeat()
  expect(machine.agent.taken).toContain('1')
  await machine.leave()
  await farm.restart()
  await machine.connect()
  machine.agent.finish(id, '2')
  machine.agent.finish(id, '3')
  machine.agent.end(id)
  await machine.heartbeat()
  expect((await farm.chunks(jobId)).find((chunk) => chunk.id === id)?.state).toBe('done')
})

it('finishes the current frame of a paused job, gives out no more, and continues when resumed', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 6, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  const id = chunkIdOf(machine.agent.given()[0])
  await farm.set(jobId, { state: 'paused' })
  await farm.pass(2_000)
  await eventually(() =>
    expect(machine.agent.stops).toContainEqual({ chunkId: id, mode: 'after_piece' }),
  )
  machine.agent.finish(id, '1')
  for (const { chunk_id } of machine.agent.given()) machine.agent.end(chunk_id)
  machine.agent.end(id)
  await machine.heartbeat()
  await farm.wake()
  expect(await farm.states(jobId)).toBe('done pending pending pending pending pending')
  expect(await farm.jobRow(jobId)).toMatchObject({ committed_micro_usd: 0, frames_done: 1 })
  await farm.set(jobId, { state: 'rendering' })
  await farm.wake()
  await machine.work()
  expect(await farm.jobRow(jobId)).toMatchObject({ state: 'completed', frames_failed: 0 })
})

it('stops machines at once when a job is cancelled', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 2, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  const id = chunkIdOf(machine.agent.given()[0])
  await farm.set(jobId, { state: 'cancelled' })
  await farm.pass(2_000)
  await eventually(() => expect(machine.agent.stops).toContainEqual({ chunkId: id, mode: 'now' }))
  expect((await farm.chunks(jobId)).map(({ state }) => state)).toEqual(['stopped'])
})

it('gives out the job with the higher priority first, then the one whose scene is on the machine', async () => {
  await using farm = await withRenderFarm()
  const machine = await farm.machine()
  machine.agent.scenes.set(farm.contentHash, { bytes: bytesOf('a scene'), ready: true })
  await machine.hello()
  const contentHash = 'f'.repeat(64)
  const elsewhere = await insertScene(farm.ctx, { accountId: farm.renter, contentHash })
  const old = await farm.job({ frames: 1, sceneId: elsewhere, startedAt: new Date(1) })
  const held = await farm.job({ frames: 1, startedAt: new Date(2) })
  const urgent = await farm.job({ frames: 1, sceneId: elsewhere, priority: 90 })
  const order: unknown[] = []
  for (let turn = 0; turn < 3; turn++) {
    const chunk = await claimChunk(farm.ctx, farm.ports, machine.id)
    order.push(chunk?.job_id)
    if (chunk?.job_id != null) await farm.set(chunk.job_id, { state: 'cancelled' })
    await sweepChunks(farm.ctx)
  }
  expect(order).toEqual([urgent, held, old])
})

it('gives a frame up after three machines failed at it, and to none of them twice', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1 })
  for (let turn = 1; turn <= 3; turn++) {
    const machine = await farm.machine()
    const id = chunkIdOf(machine.agent.given()[0])
    machine.agent.fail(id, '1', 'out_of_memory')
    machine.agent.end(id)
    await machine.heartbeat()
    await farm.wake()
    expect(machine.agent.given()).toEqual([])
    const [frame] = await farm.frames(jobId)
    expect(frame).toMatchObject({
      state: turn < 3 ? 'pending' : 'failed',
      problem: { code: 'out_of_memory' },
    })
    expect(frame?.failed_machines).toHaveLength(turn)
  }
  expect(await farm.jobRow(jobId)).toMatchObject({
    state: 'completed',
    frames_failed: 1,
    charged_micro_usd: 0,
  })
})

it('counts all frames of a chunk as failed by a machine whose Blender crashed', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 4, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  for (const { chunk_id } of machine.agent.given()) machine.agent.end(chunk_id, 'blender_crashed')
  await machine.heartbeat()
  const frames = await farm.frames(jobId)
  const tried = frames.filter(({ failed_machines }) => failed_machines.includes(machine.id))
  expect(tried.length).toBeGreaterThan(1)
  expect(tried.every(({ problem }) => problem?.code === 'blender_crashed')).toBe(true)
})

it('rejects a file whose hash differs from the reported one', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1 })
  const machine = await farm.machine()
  const id = chunkIdOf(machine.agent.given()[0])
  machine.agent.finish(id, '1', { lie: true })
  await machine.heartbeat()
  expect(farm.arrived).toEqual([])
  expect((await farm.frames(jobId))[0]).toMatchObject({
    state: 'pending',
    problem: { code: 'not_a_picture' },
    failed_machines: [machine.id],
  })
})

it('never commits more than the budget in twenty concurrent claims', async () => {
  await using farm = await withRenderFarm()
  // A frame of one reference second costs 1,000: the budget covers seven and a half.
  const jobId = await farm.job({ frames: 200, referenceMs: 1_000, budgetMicroUsd: 7_500 })
  const machines = await Promise.all(Array.from({ length: 20 }, () => farm.machine()))
  await farm.idle()
  await Promise.all(machines.map(({ id }) => claimChunk(farm.ctx, farm.ports, id)))
  const job = await farm.jobRow(jobId)
  expect(job.committed_micro_usd).toBe(7_000)
  const states = await farm.states(jobId)
  expect(states.match(/rendering/g)).toHaveLength(7)
})

it('stops rendering on a machine that is rented, and counts no frame as failed', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 3, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  await machine.rent()
  await farm.pass(2_000)
  await eventually(() => expect(machine.agent.stops.length).toBeGreaterThan(0))
  const frames = await farm.frames(jobId)
  expect(frames.every(({ state }) => state === 'pending')).toBe(true)
  expect(frames.every(({ failed_machines }) => failed_machines.length === 0)).toBe(true)
  await farm.wake()
  expect(await farm.states(jobId)).toBe('pending pending pending')
})

it('lets a chunk end by itself once all its pictures have arrived, even after its job completed', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1, referenceMs: 1_000 })
  const machine = await farm.machine()
  await farm.wake()
  const id = chunkIdOf(machine.agent.given()[0])
  machine.agent.finish(id, '1')
  await machine.heartbeat()
  expect((await farm.jobRow(jobId))?.state).toBe('completed')
  await farm.pass(2_000)
  expect(machine.agent.stops).toEqual([])
  machine.agent.end(id)
  await machine.heartbeat()
  expect((await farm.chunks(jobId))[0]).toMatchObject({ state: 'done', has_log: true })
})

it('takes a frame without progress away from its machine', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1 })
  const stuck = await farm.machine()
  const id = chunkIdOf(stuck.agent.given()[0])
  stuck.agent.begin(id, '1', 2)
  for (let passed = 0; passed < 1_140; passed += 30) {
    await farm.pass(30_000)
    await stuck.heartbeat()
  }
  expect((await farm.chunks(jobId))[0]).toMatchObject({
    state: 'failed',
    problem: { code: 'no_progress' },
  })
  expect((await farm.frames(jobId))[0]?.failed_machines).toEqual([stuck.id])
})

it('reports that a job waits for a machine, and clears the reason when there is one', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1, settings: { engine: 'eevee' } })
  await farm.pass(5_000)
  expect((await farm.jobRow(jobId)).reason).toMatchObject({ code: 'no_machine' })
  await farm.machine()
  await farm.pass(5_000)
  expect((await farm.jobRow(jobId)).reason).toBeNull()
})

it('pauses a job whose budget does not cover one more frame', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 3, referenceMs: 1_000, budgetMicroUsd: 2_500 })
  const machine = await farm.machine()
  await farm.wake()
  await machine.work()
  await machine.work()
  await farm.pass(5_000)
  const job = await farm.jobRow(jobId)
  expect(job).toMatchObject({ state: 'paused', reason: { code: 'budget_used' }, frames_done: 2 })
  expect(job.charged_micro_usd).toBeLessThanOrEqual(2_500)
})

it('shows a machine’s activity and the progress of its frame', async () => {
  await using farm = await withRenderFarm()
  const jobId = await farm.job({ frames: 1 })
  const machine = await farm.machine()
  const id = chunkIdOf(machine.agent.given()[0])
  machine.agent.begin(id, '1', 1)
  await machine.heartbeat()
  await farm.clock.jump(1_000)
  machine.agent.begin(id, '1', 3)
  await machine.heartbeat()
  expect((await farm.chunks(jobId))[0]?.activity).toEqual({
    text: 'Frame 1, sample 3 of 4',
    frame: 1,
    percent: 75,
  })
})

it('requires a new canary from a machine with another Blender', async () => {
  await using farm = await withRenderFarm()
  const machine = await farm.machine()
  const rendering = machine.agent.rendering()
  const { capability } = rendering
  if (capability === null) throw new RangeError('it renders')
  await machine.say({
    kind: 'rendering',
    rendering: { ...rendering, capability: { ...capability, blender_version: '5.0.1' } },
  })
  await farm.job({ frames: 1 })
  await farm.wake()
  expect(machine.agent.given()).toEqual([])
})

function chunkIdOf<T extends { chunk_id: unknown }>(spec: T | undefined): T['chunk_id'] {
  if (spec === undefined) throw new RangeError('the machine was given nothing')
  return spec.chunk_id
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

/** Polls until the condition is met. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}
