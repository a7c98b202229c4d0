import { expect, it } from 'vitest'
import { microUsdPerSecond, withRendering } from '../../../../test/render-site.ts'
import { rendered, textIn } from '../../../../test/rendered.ts'
import { closeChunk } from '../dispatch/close-chunk.ts'
import { fileKeys } from '../file-keys.ts'
import { decodePicture } from '../pictures/decode.ts'

it('accepts and pays a vouched machine’s picture by its form if no machine can check it', async () => {
  await using site = await withRendering()
  const [job, machine] = [await site.job(), await site.machine()]
  const chunk = await site.claim(machine)
  expect(await site.send(chunk, 'honest.png')).toBe('taken')
  const [frame] = await site.frames(job.id)
  expect(frame).toMatchObject({
    state: 'done',
    checked: 'by_form',
    machine_id: machine,
    render_ms: 2_000,
    charged_micro_usd: 2 * microUsdPerSecond,
  })
  expect(await site.trustOf(machine)).toMatchObject({ frames_paid: 1, trust: 50 })
  expect(await site.earned(machine)).toBeGreaterThan(0)
  expect(await site.jobRow(job.id)).toMatchObject({
    state: 'completed',
    frames_done: 1,
    thumbnail_frame: 1,
    charged_micro_usd: 2 * microUsdPerSecond,
  })
})

it('stores the pixels with previews and without metadata, and deletes the arrived file', async () => {
  await using site = await withRendering()
  const [job, machine] = [await site.job(), await site.machine()]
  const arrived = await site.arrive(await site.claim(machine), 'honest.png')
  await site.receive(arrived)
  const [frame] = await site.frames(job.id)
  const name = { number: 1, part: 0, sha256: frame?.sha256 ?? '' }
  const kept = await site.readFile(fileKeys.picture(job.id, name))
  expect(textIn(kept)).not.toContain('provider')
  expect(frame?.bytes).toBe(kept.length)
  const { bytes } = rendered('honest.png')
  expect(await decodePicture(kept, 'png')).toEqual(await decodePicture(bytes, 'png'))
  for (const size of ['large', 'medium', 'small'] as const)
    expect(await site.files.size(fileKeys.preview(job.id, name, size))).toBeGreaterThan(100)
  expect(await site.files.size(arrived.key)).toBeUndefined()
})

it('pays once, however often the same picture arrives, also concurrently', async () => {
  await using site = await withRendering()
  const [job, machine] = [await site.job(), await site.machine()]
  const chunk = await site.claim(machine)
  const sent = await Promise.all([1, 2, 3].map(() => site.send(chunk, 'honest.png')))
  expect(sent.filter((one) => one === 'taken')).not.toHaveLength(0)
  expect(await site.send(chunk, 'honest.png')).toBe('taken')
  expect(await site.jobRow(job.id)).toMatchObject({
    frames_done: 1,
    charged_micro_usd: 2 * microUsdPerSecond,
  })
  expect(await site.trustOf(machine)).toMatchObject({ frames_paid: 1 })
})

it('ignores a picture of a machine whose lease was given to another', async () => {
  await using site = await withRendering()
  const job = await site.job()
  const [late, quick] = [await site.machine(), await site.machine({ trust: 100 })]
  const lost = await site.claim(late)
  await closeChunk(site.ctx, { chunk: lost, state: 'lost', problem: null, failedBy: 'nobody' })
  const chunk = await site.claim(quick)
  expect(await site.send(lost, 'honest.png')).toBe('not_ours')
  expect(await site.send(chunk, 'honest.png')).toBe('taken')
  expect(await site.send(lost, 'honest.png')).toBe('not_ours')
  expect((await site.frames(job.id))[0]).toMatchObject({ machine_id: quick, state: 'done' })
  expect(await site.earned(late)).toBe(0)
})

it.each([
  ['of half the size', 'small.png', 'wrong_size'],
  ['of another format', 'honest.jpg', 'not_a_picture'],
  ['cut off', rendered('honest.png').bytes.subarray(0, 2_000), 'not_a_picture'],
  ['of no bytes at all', new Uint8Array(0), 'not_a_picture'],
])('requeues the frame, unpaid, when its picture is %s', async (_, picture, code) => {
  await using site = await withRendering()
  const [job, machine] = [await site.job(), await site.machine()]
  expect(await site.send(await site.claim(machine), picture)).toMatchObject({ sentBack: { code } })
  const [frame] = await site.frames(job.id)
  expect(frame).toMatchObject({ state: 'pending', failed_machines: [machine], problem: { code } })
  expect(await site.trustOf(machine)).toMatchObject({ frames_paid: 0, frames_refused: 1 })
  expect(await site.jobRow(job.id)).toMatchObject({ charged_micro_usd: 0, committed_micro_usd: 0 })
})

it('lowers the trust of a machine that sent a malformed file, once another delivers the picture', async () => {
  await using site = await withRendering()
  const [bad, good] = [await site.machine(), await site.machine({ trust: 100 })]
  const job = await site.job()
  await site.send(await site.claim(bad), 'small.png')
  // Until then, the scene could be at fault.
  expect(await site.trustOf(bad)).toMatchObject({ trust: 50 })
  await site.send(await site.claim(good), 'honest.png')
  expect(await site.trustOf(bad)).toMatchObject({ trust: 40, admission: 'admitted' })
  const invalid = expect.stringContaining('sent an invalid picture')
  expect(await site.notices()).toContainEqual(invalid)
  expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', malformed_by: [] })
})

it('gives a frame up after three machines failed at it, and ends the job without a charge', async () => {
  await using site = await withRendering()
  const job = await site.job()
  for (const _ of [1, 2, 3]) await site.send(await site.claim(await site.machine()), 'small.png')
  expect((await site.frames(job.id))[0]).toMatchObject({ state: 'failed' })
  expect(await site.jobRow(job.id)).toMatchObject({
    state: 'completed',
    frames_failed: 1,
    charged_micro_usd: 0,
    reason: { code: 'frames_failed' },
  })
})

it('accepts a black picture only after a second machine renders it too', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const job = await site.job({ settings: { format: 'png' } })
  const machines = [await site.machine({ owner }), await site.machine({ owner })]
  for (const [nth, machine] of machines.entries()) {
    await site.send(await site.claim(machine), 'black.png')
    const [frame] = await site.frames(job.id)
    if (nth === 0)
      expect(frame).toMatchObject({ state: 'pending', problem: { code: 'black_picture' } })
    else expect(frame).toMatchObject({ state: 'done', machine_id: machine })
  }
})

it('accepts a black picture at once from the renter’s own machine', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const own = await site.machine({ owner })
  const job = await site.job({ accountId: owner })
  await site.machine()
  await site.send(await site.claim(own), 'black.png')
  expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
})

it('checks the whole picture if it took far too little time, even of a trusted machine', async () => {
  await using site = await withRendering()
  const [machine] = [await site.machine({ trust: 100 }), await site.machine()]
  const job = await site.job()
  await site.know(job.id, { pictures: 3, meanReferenceMs: 60_000 })
  await site.send(await site.claim(machine), 'honest.png')
  expect((await site.frames(job.id))[0]).toMatchObject({ state: 'checking' })
  expect(await site.checks(job.id)).toMatchObject([
    { region: { x: 0, y: 0, width: 96, height: 54 } },
  ])
})

it('stitches tiles to the same picture that one machine renders, paid tile by tile', async () => {
  await using site = await withRendering()
  const machine = await site.machine()
  const job = await site.job({
    referenceMs: 1_000,
    settings: { split: { kind: 'tiles', columns: 2, rows: 2 } },
  })
  const regions = [0, 1].flatMap((y) =>
    [0, 1].map((x) => ({ x: x * 48, y: y * 27, width: 48, height: 27 })),
  )
  await site.splitInto(
    job.id,
    regions.map((region) => ({ region, sample_range: null })),
  )
  await site.renderAll(machine, ({ region }) => {
    const { x = 0, y = 0 } = region ?? {}
    return `tile-${x / 48}-${y / 27}.png`
  })
  const [whole, ...tiles] = await site.frames(job.id)
  expect(tiles.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
  expect(whole).toMatchObject({
    state: 'done',
    charged_micro_usd: 8 * microUsdPerSecond,
    render_ms: 8_000,
  })
  const bytes = await site.readFile(
    fileKeys.picture(job.id, { number: 1, part: 0, sha256: whole?.sha256 ?? '' }),
  )
  const alone = await decodePicture(rendered('undithered.png').bytes, 'png')
  expect(await decodePicture(bytes, 'png')).toEqual(alone)
  expect(await site.jobRow(job.id)).toMatchObject({ state: 'completed', frames_done: 1 })
})

it('orders a merge of sample ranges once all are done, and not before', async () => {
  await using site = await withRendering()
  const machine = await site.machine()
  const job = await site.job({
    referenceMs: 1_000,
    settings: { split: { kind: 'samples', ranges: 2 } },
  })
  await site.splitInto(job.id, [
    { region: null, sample_range: { offset: 0, count: 8 } },
    { region: null, sample_range: { offset: 8, count: 8 } },
  ])
  const chunk = await site.claim(machine)
  await site.send(chunk, 'range-0.exr')
  await closeChunk(site.ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
  expect(await site.extra(machine)).toBeUndefined()
  await site.renderAll(machine, () => 'range-1.exr')
  const merge = await site.extra(machine)
  expect(merge).toMatchObject({ kind: 'merge', frames: [1] })
  const parts = (await site.frames(job.id)).slice(1)
  expect(merge?.spec.work).toMatchObject({ inputs: parts.map(({ sha256 }) => sha256), frame: 1 })
  expect(await site.extra(machine)).toBeUndefined()
  if (merge !== undefined) await site.send(merge, 'honest.png')
  expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', machine_id: machine })
  expect(await site.jobRow(job.id)).toMatchObject({
    state: 'completed',
    charged_micro_usd: 6 * microUsdPerSecond,
  })
})

it('orders another machine’s merge after one delivered a wrong picture', async () => {
  await using site = await withRendering()
  const owner = await site.somebody()
  const machines = [await site.machine({ owner }), await site.machine({ owner })] as const
  const job = await site.job({
    referenceMs: 1_000,
    settings: { split: { kind: 'samples', ranges: 2 } },
  })
  await site.splitInto(job.id, [
    { region: null, sample_range: { offset: 0, count: 8 } },
    { region: null, sample_range: { offset: 8, count: 8 } },
  ])
  await site.renderAll(machines[0], ({ key }) => `range-${Number(key.split('.')[1]) - 1}.exr`)
  for (const machine of machines) {
    const merge = await site.extra(machine)
    if (merge === undefined) throw new Error('it is not merged yet')
    await site.send(merge, machine === machines[0] ? 'small.png' : 'honest.png')
    await closeChunk(site.ctx, { chunk: merge, state: 'done', problem: null, failedBy: 'nobody' })
    if (machine === machines[0]) expect(await site.extra(machine)).toBeUndefined()
  }
  const [whole] = await site.frames(job.id)
  expect(whole).toMatchObject({ state: 'done', failed_machines: [machines[0]] })
})
