import { expect, it } from 'vitest'
import { startProduct } from '../../src/product.ts'
import { gpuHardware } from '../../src/seed-hardware.ts'

it('keeps a GPU its owner’s while they are away, and shows nobody else its id', async () => {
  await using site = await setup()
  const { product, owner, gpu } = site
  // What renters see names no GPU, of offers, instances and their load alike.
  const offer = await product.offerOf()
  expect(offer).toMatchObject({ kind: 'gpu', slots_total: 1 })
  const { id } = await product.order()
  const instance = await product.untilInstance(id, ({ ready }) => ready)
  const load = await product.renter.instances.metrics({ params: { id }, query: { minutes: 5 } })
  expect(JSON.stringify([offer, instance, load])).not.toContain(gpu)
  await product.renter.instances.destroy({ params: { id } })
  await product.untilInstance(id, ({ state }) => state === 'destroyed')

  // A renter who read it inside waits for the owner to go offline, and says that it is theirs.
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
    /** A machine with a GPU of its own, that says it has this one too. */
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
