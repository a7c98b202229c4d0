import { GpuModels } from '@gridloom/contract/statistics/gpu-model'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { aGpu } from '../../../test/messages.ts'
import { gpuHardware } from '../../../test/monitored.ts'
import { changeMachine } from '../machines/change-machine.ts'
import { readGpuModels } from './read-gpu-models.ts'

it('lists the models on the market with counts, memory, drivers and the prices of free ones', async () => {
  await using market = await setup()
  const one = await market.machineWith(['RTX 4090', 'RTX 4090'], '550.54.14')
  await market.machineWith(['RTX 4090', 'H100'], '570.86.15')
  expect(await market.models()).toMatchObject([
    {
      model: 'RTX 4090',
      gpus: 3,
      free: 3,
      machines: 2,
      vram_mib: { min: 24_564, max: 24_564 },
      drivers: ['570.86.15', '550.54.14'],
      price: { lowest_micro_usd_per_hour: expect.any(Number) },
      render_score: null,
    },
    { model: 'H100', gpus: 1, free: 1, machines: 1 },
  ])
  const [offer] = (await market.search({ gpu_model: 'RTX 4090' })).offers.filter(
    ({ machine_id }) => machine_id === one,
  )
  if (offer === undefined) throw new RangeError('the machine has an offer')
  await market.rent(offer.id, { slots: 2 })
  expect((await market.models())[0]).toMatchObject({ gpus: 3, free: 1 })
})

it('shows the measured speed of a model beside its specification', async () => {
  await using market = await setup()
  const measured_at = market.clock.now().toISOString()
  for (const [uuid, value] of [
    ['GPU-1', 82.1],
    ['GPU-2', 78.4],
  ] as const) {
    const id = await market.machineWith(['RTX 4090'], '570')
    const figure = { gpu_uuid: uuid, kind: 'gpu_tflops_fp32', value, measured_at } as const
    await market.say(id, { kind: 'gpu_benchmarks', benchmarks: [figure] })
  }
  await market.machineWith(['Some GPU'], '570')
  expect(await market.models()).toMatchObject([
    {
      ...{ model: 'RTX 4090', gpu_tflops_fp32: { min: 78.4, max: 82.1 } },
      gpu_memory_bandwidth_gb_s: null,
      specification: { gpu_tflops_fp32: 82.6, gpu_memory_bandwidth_gb_s: 1_008 },
    },
    { model: 'Some GPU', gpu_tflops_fp32: null, specification: null },
  ])
})

it('has no price for a model of which none is free', async () => {
  await using market = await setup()
  const offer = await market.offerOf(await market.machineWith(['H100'], '570'))
  await market.rent(offer.id)
  expect(await market.models()).toMatchObject([{ model: 'H100', free: 0, price: null }])
})

it('leaves out machines that are not listed, and machines without GPUs', async () => {
  await using market = await setup()
  await market.machine()
  const id = await market.machineWith(['H100'], '570')
  await changeMachine(market.provider, id, { listed: false })
  expect(await market.models()).toEqual([])
})

it('shows a render score of machines that render on GPUs of one model alone', async () => {
  await using market = await setup()
  const pure = await market.machineWith(['H100'], '570')
  const mixed = await market.machineWith(['H100', 'RTX 4090'], '570')
  const byCpu = await market.machineWith(['H100'], '570')
  for (const [id, score, kind] of [
    [pure, 9.5, 'optix'],
    [mixed, 100, 'optix'],
    [byCpu, 0.5, 'cpu'],
  ])
    await sql`insert into render_machines
        (machine_id, account_id, micro_usd_per_reference_hour, capability, admission, score)
      select id, account_id, 1, ${JSON.stringify({ devices: [{ kind, name: 'x' }] })}::jsonb, 'admitted', ${score}
      from machines where id = ${id}`.execute(market.db)
  const models = await market.models()
  expect(models.find(({ model }) => model === 'H100')?.render_score).toEqual({ min: 9.5, max: 9.5 })
  expect(models.find(({ model }) => model === 'RTX 4090')?.render_score).toBeNull()
})

async function setup() {
  const market = await withMachines()
  let made = 0
  return {
    ...market,
    models: async () => GpuModels.parse(await readGpuModels(market.ctx)).models,
    machineWith(names: readonly string[], driver: string) {
      const gpus = names.map((model, index) => {
        made += 1
        return aGpu({ index, model, driver, uuid: `GPU-${made}` })
      })
      return market.machine({ ...gpuHardware, gpus }, `box-${made}`)
    },
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}
