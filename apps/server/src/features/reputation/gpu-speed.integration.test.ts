import { coreCalls } from '@gridloom/contract/agent/core-calls'
import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import { describe, expect, it } from 'vitest'
import { accountIdOf } from '../../../test/instances.ts'
import { aGpu, aHardware, aHello } from '../../../test/messages.ts'
import { type ReputationFixture, withReputation } from '../../../test/reputation.ts'
import { readInstanceReceipt } from '../instances/read-instance-receipt.ts'
import { listMachines } from '../machines/list-machines.ts'
import { checkGpus } from './facts/check-gpus.ts'

describe('the measured speed of GPUs', () => {
  it('is shown by the offer, of its slowest GPU, once all are measured', async () => {
    await using site = await setup()
    await measured(site, { 'GPU-1': 82 })
    expect((await site.offerOf(site.machineId)).facts).toMatchObject({ tflops: null })
    await measured(site, { 'GPU-2': 75.25 })
    await measured(site, { 'GPU-1': 920, 'GPU-2': 910.5 }, 'gpu_memory_bandwidth_gb_s')
    const offer = await site.offerOf(site.machineId)
    expect(offer.facts).toMatchObject({
      ...{ tflops: 75.25, gpu_mem_bw: 910.5 },
      price_per_tflop: Math.round(offer.price_micro_usd_per_hour / 75.25),
    })
    expect(offer.measured).toContainEqual(
      expect.objectContaining({ kind: 'gpu_tflops_fp32', value: 75.25, under_load: false }),
    )
  })

  it('is searched by and sorted by, also as a price of work', async () => {
    await using site = await setup()
    await measured(site, { 'GPU-1': 82, 'GPU-2': 80 })
    const slower = await site.machine({ gpus: [aGpu({ uuid: 'GPU-9' })], ...withNvidia })
    await measured(site, { 'GPU-9': 40 }, 'gpu_tflops_fp32', slower)
    const idsOf = async (query: Parameters<typeof site.search>[0]) =>
      (await site.search({ kind: 'gpu', ...query })).offers.map(({ machine_id }) => machine_id)
    expect(await idsOf({ q: 'tflops>=50' })).toEqual([site.machineId])
    expect(await idsOf({ q: 'tflops<50' })).toEqual([slower])
    expect(await idsOf({ sort: 'tflops', order: 'desc' })).toEqual([site.machineId, slower])
    const prices = (await site.search({ kind: 'gpu', sort: 'price_per_tflop' })).offers
    expect(prices.map(({ facts }) => facts.price_per_tflop)).toEqual(
      prices.map(({ facts }) => facts.price_per_tflop).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    )
    expect(prices).toHaveLength(2)
  })

  it('is that of each GPU for its provider, and stays over a restart of the agent', async () => {
    await using site = await setup()
    await measured(site, { 'GPU-1': 82, 'GPU-2': 80 })
    await site.say(aHello({ hardware: hardware(), gpu_benchmarks: [] }))
    const [machine] = await listMachines(site.provider)
    expect(machine?.gpu_benchmarks).toMatchObject([
      { gpu_uuid: 'GPU-1', value: 82 },
      { gpu_uuid: 'GPU-2', value: 80 },
    ])
  })

  it('is not believed above what the model can reach, and that is a bad fact once a day', async () => {
    await using site = await setup()
    await measured(site, { 'GPU-1': 82, 'GPU-2': 80 })
    for (const _ of [1, 2]) await measured(site, { 'GPU-1': 400 })
    await site.deliver()
    expect((await site.offerOf(site.machineId)).facts.tflops).toBe(80)
    expect(await site.facts()).toMatchObject([
      {
        ...{ kind: 'measurement', value: 0, cause: 'implausible_figure' },
        figure: { kind: 'gpu_tflops_fp32', measured: 400 },
      },
    ])
    await site.expectRecomputable()
  })
})

describe('a rental of GPUs', () => {
  it('has its own GPUs measured when it begins, once', async () => {
    await using site = await setup()
    site.agents.answer(coreCalls.gpuBenchmarks.path, () => ({}))
    await measured(site, { 'GPU-1': 82, 'GPU-2': 80 })
    await site.order()
    await site.deliver()
    for (const _ of [1, 2]) await checkGpus(site.ctx, new AbortController().signal)
    expect(callsOf(site)).toEqual([{ gpu_uuids: ['GPU-1'] }])
  })

  it('has none measured that was promised no figure', async () => {
    await using site = await setup()
    await site.order()
    await site.deliver()
    await checkGpus(site.ctx, new AbortController().signal)
    expect(callsOf(site)).toEqual([])
  })

  it('gets the missing share of each charge back where its GPU is slower, and the fact is recorded', async () => {
    await using site = await setup()
    site.agents.answer(coreCalls.gpuBenchmarks.path, () => ({}))
    await measured(site, { 'GPU-1': 80, 'GPU-2': 80 })
    const id = await site.running()
    await site.deliver()
    await checkGpus(site.ctx, new AbortController().signal)
    for (const value of [60, 50]) await measured(site, { 'GPU-1': value })
    await site.deliver()
    const up = await site.pass(120, site.report(id, { ready: true }))
    await site.deliver()
    const first = await readInstanceReceipt(site.renter, id)
    expect(first.credits).toMatchObject([{ reason: 'slow_gpu', percent: 25 }])
    expect(first.total_micro_usd).toBeGreaterThan(0)
    expect(first.credited_micro_usd).toBe(Math.floor(first.total_micro_usd / 4))
    await site.pass(120, up)
    const later = await readInstanceReceipt(site.renter, id)
    expect(later.total_micro_usd).toBeGreaterThan(first.total_micro_usd)
    expect(later.credited_micro_usd).toBe(Math.floor(later.total_micro_usd / 4))
    expect(await site.facts()).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'measurement', value: 0, cause: 'below_advertised' },
        figure: { kind: 'gpu_tflops_fp32', advertised: 80, measured: 60 },
      }),
    )
    expect(await site.notices(accountIdOf(site.renter))).toContainEqual(
      expect.stringContaining('a GPU measured 25 % below what it was offered with'),
    )
    await site.expectCleanLedger()
    await site.expectRecomputable()
  })

  it('gets nothing back for a slower GPU of others, or within ten percent', async () => {
    await using site = await setup()
    await measured(site, { 'GPU-1': 80, 'GPU-2': 80 })
    const id = await site.running()
    await measured(site, { 'GPU-2': 40 })
    await measured(site, { 'GPU-1': 37 })
    await site.deliver()
    await site.pass(60, site.report(id, { ready: true }))
    expect((await readInstanceReceipt(site.renter, id)).credits).toEqual([])
  })

  it('gets nothing back for a figure that was shown only after its order', async () => {
    await using site = await setup()
    await measured(site, { 'GPU-1': 40, 'GPU-2': 40 })
    const id = await site.running()
    await measured(site, { 'GPU-1': 80, 'GPU-2': 80 })
    await measured(site, { 'GPU-1': 60 })
    await site.deliver()
    await site.pass(60, site.report(id, { ready: true }))
    expect((await readInstanceReceipt(site.renter, id)).credits).toEqual([])
  })

  it('that keeps what was promised is a good fact', async () => {
    await using site = await setup()
    site.agents.answer(coreCalls.gpuBenchmarks.path, () => ({}))
    await measured(site, { 'GPU-1': 80, 'GPU-2': 80 })
    await site.running()
    await site.deliver()
    await checkGpus(site.ctx, new AbortController().signal)
    await measured(site, { 'GPU-1': 79 })
    await site.deliver()
    expect(await site.facts()).toContainEqual(
      expect.objectContaining({ kind: 'measurement', value: 1_000, cause: null }),
    )
  })

  it('pays no credit to the provider’s own party', async () => {
    await using site = await setup()
    await measured(site, { 'GPU-1': 80, 'GPU-2': 80 })
    const id = await site.running()
    await site.relate()
    await measured(site, { 'GPU-1': 40 })
    await site.deliver()
    await site.pass(60, site.report(id, { ready: true }))
    expect((await readInstanceReceipt(site.renter, id)).credits).toEqual([])
  })
})

const withNvidia = {
  engine: { ...engineOf(), runtimes: ['runc', 'nvidia'] },
}

function engineOf() {
  const { engine } = aHardware()
  if (engine === null) throw new Error('the sample has an engine')
  return engine
}

function hardware() {
  return aHardware({ gpus: [aGpu(), aGpu({ index: 1, uuid: 'GPU-2' })], ...withNvidia })
}

/** A market with one machine of two GPUs. */
function setup() {
  return withReputation({ hardware: hardware() })
}

/** The agent reports figures that it measured now. */
async function measured(
  site: ReputationFixture,
  values: Readonly<Record<string, number>>,
  kind: GpuBenchmarkKind = 'gpu_tflops_fp32',
  machineId = site.machineId,
): Promise<void> {
  await site.clock.advance(1_000)
  const measured_at = site.clock.now().toISOString()
  const benchmarks = Object.entries(values).map(([gpu_uuid, value]) => ({
    ...{ gpu_uuid, kind, value, measured_at },
  }))
  await site.say({ kind: 'gpu_benchmarks', benchmarks }, machineId)
}

function callsOf(site: ReputationFixture) {
  return site.agents.called
    .filter(({ path }) => path === coreCalls.gpuBenchmarks.path)
    .map(({ body }) => body)
}
