import { expect, it } from 'vitest'
import { startProduct } from '../../src/product.ts'
import { gpuHardware } from '../../src/seed-hardware.ts'

it('keeps a GPU with its owner while the owner is offline, and shows its id to no renter', async () => {
  await using site = await setup()
  const { product, owner, gpu } = site
  // Offers, instances and metrics show no GPU id to renters.
  const offer = await product.offerOf()
  expect(offer).toMatchObject({ kind: 'gpu', slots_total: 1 })
  const { id } = await product.order()
  const instance = await product.untilInstance(id, ({ ready }) => ready)
  const load = await product.renter.instances.metrics({ params: { id }, query: { minutes: 5 } })
  expect(JSON.stringify([offer, instance, load])).not.toContain(gpu)
  await product.renter.instances.destroy({ params: { id } })
  await product.untilInstance(id, ({ state }) => state === 'destroyed')

  // A renter who read the id inside waits until the owner is offline, and claims the GPU.
  await owner.killAgent()
  await product.turn(45_000)
  const squatter = await site.machineWith(product.renter, gpu)
  expect((await product.offerOf(squatter)).slots_total).toBe(1)
  const { problems } = await product.renter.machines.read({ params: { id: squatter.id } })
  expect(problems.map(({ code }) => code)).toContain('gpu_elsewhere')

  await owner.startAgent()
  await product.until({
    read: () => product.provider.machines.read({ params: { id: owner.id } }),
    satisfies: ({ status, problems: none }) => status === 'online' && none.length === 0,
  })
  expect((await product.offerOf()).slots_free).toBe(1)
})

async function setup() {
  const gpu = 'GPU-11111111-2222-3333-4444-555555555555'
  const product = await startProduct({
    driver: 'fake',
    clock: 'fake',
    hardware: hardwareWith(gpu),
    pricing: { gpu_slot_micro_usd_per_hour: 3_600_000 },
  })
  return {
    product,
    gpu,
    owner: product.machine,
    /** Adds a machine with a GPU of its own that also claims this one. */
    machineWith: (owner: typeof product.renter, uuid: string) =>
      product.addMachine({ owner, hardware: hardwareWith('GPU-own', uuid) }),
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}

function hardwareWith(...uuids: string[]) {
  const [first] = gpuHardware.gpus ?? []
  if (first === undefined) throw new RangeError('the hardware with GPUs has none')
  return { ...gpuHardware, gpus: uuids.map((uuid, index) => ({ ...first, index, uuid })) }
}
