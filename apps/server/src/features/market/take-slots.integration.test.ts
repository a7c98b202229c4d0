import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { aGpu, aHardware } from '../../../test/messages.ts'
import { changeMachine } from '../machines/change-machine.ts'
import { readMachine } from '../machines/list-machines.ts'
import { sweepSilentMachines } from '../machines/sweep-silent-machines.ts'
import { releaseDisk, releaseSlots } from './release-slots.ts'
import { retakeSlots } from './retake-slots.ts'
import { takeSlots } from './take-slots.ts'

it('gives one of 1,000 concurrent orders the slot, and 999 the next best offer', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await changeMachine(market.provider, id, { cpu_slots: 1 })
  const offer = await market.offerOf(id)
  const spare = await market.offerOf(await market.machine({}, 'spare'))
  const orders = Array.from({ length: 1_000 }, () => market.rent(offer.id))
  const outcomes = await Promise.allSettled(orders)
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toHaveLength(999)
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Refused)
    expect(refusal).toMatchObject({
      code: 'offer_taken',
      details: { next_offer_id: spare.id },
      publicText: 'This offer was just taken. The next best offer is spare at $0.024/h.',
    })
  }
  expect((await market.search()).offers.map((one) => one.id)).toEqual([spare.id])
})

it('never gives one slot to two concurrent orders for several', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  const orders = Array.from({ length: 12 }, () => market.rent(offer.id, { slots: 3 }))
  const outcomes = await Promise.allSettled(orders)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect((await market.offerOf(id)).slots_free).toBe(2)
})

it('frees the slot for the next order when the winner’s transaction fails', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await changeMachine(market.provider, id, { cpu_slots: 1 })
  const { id: offerId } = await market.offerOf(id)
  const failing = market.ctx.transact(async (tx) => {
    const instanceId = market.ctx.ids.mint('instance')
    await takeSlots(tx, { offerId, slots: 1, diskGb: 1, instanceId, at: market.clock.now() })
    throw new Error('no funds')
  })
  await expect(failing).rejects.toThrow('no funds')
  await market.rent(offerId)
})

it('suggests the cheapest of the same GPU model before a cheaper one of another', async () => {
  await using market = await withMachines()
  const engine = Object.assign({}, aHardware().engine, { runtimes: ['nvidia'] })
  const gpu = async (uuid: string, model: string, gpu_slot: number) => {
    const id = await market.machine({ engine, gpus: [aGpu({ uuid, model })] }, uuid)
    const { pricing } = await readMachine(market.provider, id)
    await changeMachine(market.provider, id, {
      pricing: { ...pricing, gpu_slot_micro_usd_per_hour: gpu_slot },
    })
    return market.offerOf(id)
  }
  const wanted = await gpu('GPU-1', 'RTX 4090', 300_000)
  const same = await gpu('GPU-2', 'RTX 4090', 400_000)
  const cheaper = await gpu('GPU-3', 'RTX 3090', 100_000)
  await market.rent(wanted.id)
  const taken = { code: 'offer_taken' }
  await expect(market.rent(wanted.id)).rejects.toMatchObject({
    ...taken,
    details: { next_offer_id: same.id },
  })
  await market.rent(same.id)
  await expect(market.rent(wanted.id)).rejects.toMatchObject({
    ...taken,
    details: { next_offer_id: cheaper.id },
  })
})

it('returns the total resources of the slots that were taken', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  expect(await market.rent(offer.id, { slots: 3 })).toMatchObject({
    machineId: id,
    kind: 'cpu',
    gpuModel: null,
    gpuUuids: [],
    vcpus: 2.85,
    memoryMib: 5_760,
    memoryMibPerSlot: 1_920,
    pricing: { cpu_slot_micro_usd_per_hour: 20_000, disk_gb_micro_usd_per_hour: 100 },
  })
})

it('rejects an unlisted, offline or unknown offer, and a disk that is too big', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  await expect(market.rent(offer.id, { diskGb: 500 })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { disk_gb: 'This machine has 187 GB free.' },
  })
  await changeMachine(market.provider, id, { listed: false })
  await expect(market.rent(offer.id)).rejects.toMatchObject({
    code: 'offer_taken',
    details: { next_offer_id: null },
  })
  await market.clock.advance(31_000)
  await sweepSilentMachines(market.ctx)
  await expect(market.rent(offer.id)).rejects.toMatchObject({ code: 'machine_offline' })
  const never = market.ctx.ids.mint('offer')
  await expect(market.rent(never)).rejects.toMatchObject({ code: 'not_found' })
})

it('never reserves more disk than is free, over concurrent orders', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  const orders = Array.from({ length: 8 }, () => market.rent(offer.id, { diskGb: 60 }))
  const outcomes = await Promise.allSettled(orders)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await market.offerOf(id)).disk_free_gb).toBe(7)
})

it('releases slots at a stop and takes them again at a start, keeping the disk', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  const { instanceId } = await market.rent(offer.id, { slots: 2, diskGb: 20 })
  const { transact: run } = market.ctx
  await run((tx) => releaseSlots(tx, instanceId))
  await run((tx) => releaseSlots(tx, instanceId))
  expect(await market.offerOf(id)).toMatchObject({ slots_free: 8, disk_free_gb: 167 })
  const wanted = {
    offerId: offer.id,
    machineId: id,
    slots: 2,
    instanceId,
    reservationId: null,
    at: market.clock.now(),
  }
  expect(await run((tx) => retakeSlots(tx, wanted))).toMatchObject({ gpuUuids: [] })
  await run((tx) => retakeSlots(tx, wanted))
  expect((await market.offerOf(id)).slots_free).toBe(6)
  await run((tx) => releaseDisk(tx, instanceId))
  await run((tx) => releaseDisk(tx, instanceId))
  expect(await market.offerOf(id)).toMatchObject({ slots_free: 8, disk_free_gb: 187 })
})

it('rejects taking slots again that others have rented meanwhile', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  const { instanceId } = await market.rent(offer.id)
  await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
  await market.rent(offer.id, { slots: 8 })
  const again = market.ctx.transact((tx) =>
    retakeSlots(tx, {
      offerId: offer.id,
      machineId: id,
      slots: 1,
      instanceId,
      reservationId: null,
      at: market.clock.now(),
    }),
  )
  await expect(again).rejects.toMatchObject({ code: 'offer_taken' })
})

it('takes slots again on a machine that was unlisted meanwhile', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  const { instanceId } = await market.rent(offer.id)
  await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
  await changeMachine(market.provider, id, { listed: false })
  await market.ctx.transact((tx) =>
    retakeSlots(tx, {
      offerId: offer.id,
      machineId: id,
      slots: 1,
      instanceId,
      reservationId: null,
      at: market.clock.now(),
    }),
  )
})
