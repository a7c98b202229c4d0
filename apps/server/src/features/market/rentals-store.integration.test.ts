import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { aGpu, aHardware } from '../../../test/messages.ts'
import {
  assignSlots,
  countDisk,
  countRentals,
  countTaken,
  diskReserved,
  findRental,
  freeSlots,
  recordDiskUsed,
} from './rentals-store.ts'

it('takes slots and disk up to the last one and the last GB, and no more', async () => {
  await using market = await setup()
  const take = (slots: number, diskGb: number) =>
    market.ctx.transact((tx) => countTaken(tx, { offerId: market.offerId, slots, diskGb }))
  expect(await take(9, 1)).toBeUndefined()
  expect(await take(1, 188)).toBeUndefined()
  expect(await take(8, 187)).toMatchObject({ slots_free: 0 })
  expect(await take(1, 1)).toBeUndefined()
})

it('takes from a hidden offer only for a returning instance', async () => {
  await using market = await setup()
  await sql`update offers set visible = false`.execute(market.db)
  const wanted = { offerId: market.offerId, slots: 1, diskGb: 1 }
  expect(await market.ctx.transact((tx) => countTaken(tx, wanted))).toBeUndefined()
  const again = await market.ctx.transact((tx) => countTaken(tx, wanted, 'any'))
  expect(again).toMatchObject({ slots_free: 7 })
})

it('makes the second of two transactions see that the first took the slots', async () => {
  await using market = await setup()
  const wanted = { offerId: market.offerId, slots: 5, diskGb: 1 }
  const taken = await Promise.all([
    market.ctx.transact((tx) => countTaken(tx, wanted)),
    market.ctx.transact((tx) => countTaken(tx, wanted)),
  ])
  expect(taken.filter((offer) => offer !== undefined)).toMatchObject([{ slots_free: 3 }])
})

it('assigns the lowest free slots, and returns how many there were', async () => {
  await using market = await setup()
  const third = market.anInstance()
  const { instanceId: first } = await market.rent(market.offerId, { slots: 3 })
  await market.rent(market.offerId, { slots: 2 })
  await market.ctx.transact((tx) => freeSlots(tx, first))
  expect(await market.assign(third, 2)).toEqual({ count: 2, gpuUuids: [] })
  expect(await market.slotsOf(third)).toEqual([0, 1])
  expect(await market.assign(market.anInstance(), 9)).toMatchObject({ count: 4 })
})

it('assigns no retired slot, even when more slots are requested than are free', async () => {
  await using market = await setup()
  await sql`update slots set retired = true where slot < 6`.execute(market.db)
  expect(await market.assign(market.anInstance(), 8)).toMatchObject({ count: 2 })
})

it('returns the GPUs of the slots that it assigns', async () => {
  await using market = await setup({
    engine: Object.assign({}, aHardware().engine, { runtimes: ['nvidia'] }),
    gpus: ['GPU-b', 'GPU-a'].map((uuid, index) => aGpu({ uuid, index })),
  })
  expect(await market.assign(market.anInstance(), 1)).toEqual({ count: 1, gpuUuids: ['GPU-b'] })
})

it('counts freed slots as free again, and deletes retired ones', async () => {
  await using market = await setup()
  const { instanceId } = await market.rent(market.offerId, { slots: 3 })
  await sql`update slots set retired = true where slot = 2`.execute(market.db)
  const free = () => market.ctx.transact((tx) => freeSlots(tx, instanceId))
  expect(await free()).toEqual({ freed: 2, retired: 1 })
  expect(await free()).toEqual({ freed: 0, retired: 0 })
  const { rows } = await sql`select slots_free, (select count(*) from slots) as slots
    from offers`.execute(market.db)
  expect(rows).toEqual([{ slots_free: 7, slots: 7 }])
})

it('never counts free disk below zero, and adds released disk back', async () => {
  await using market = await setup()
  const count = async (gb: number) => {
    await market.ctx.transact((tx) => countDisk(tx, market.id, gb))
    const { rows } = await sql<{ gb: number }>`select disk_free_gb as gb from offers`.execute(
      market.db,
    )
    return rows[0]?.gb
  }
  expect(await count(100)).toBe(87)
  expect(await count(-13)).toBe(100)
  expect(await count(1_000)).toBe(0)
})

it('reserves what is promised and not filled, and nothing for an overfilled disk', async () => {
  await using market = await setup()
  expect(await diskReserved(market.db, market.id)).toBe(0)
  const one = await market.rent(market.offerId, { diskGb: 10 })
  const other = await market.rent(market.offerId, { diskGb: 20 })
  expect(await diskReserved(market.db, market.id)).toBe(30)
  const used = (instanceId: InstanceId, usedGb: number, id = market.id) =>
    market.ctx.transact((tx) => recordDiskUsed(tx, id, [{ instanceId, usedGb }]))
  expect(await used(one.instanceId, 50)).toBe(true)
  expect(await used(other.instanceId, 5)).toBe(true)
  expect(await diskReserved(market.db, market.id)).toBe(15)
})

it('records filled disk only when it changed by a GB, on the instance’s own machine', async () => {
  await using market = await setup()
  const { instanceId } = await market.rent(market.offerId)
  const note = (used: { instanceId: InstanceId; usedGb: number }[], id = market.id) =>
    market.ctx.transact((tx) => recordDiskUsed(tx, id, used))
  expect(await note([])).toBe(false)
  expect(await note([{ instanceId, usedGb: 4 }])).toBe(true)
  expect(await note([{ instanceId, usedGb: 4 }])).toBe(false)
  expect(await note([{ instanceId: market.anInstance(), usedGb: 4 }])).toBe(false)
  expect(await note([{ instanceId, usedGb: 9 }], market.ctx.ids.mint('machine'))).toBe(false)
  expect(await findRental(market.db, instanceId)).toMatchObject({ disk_used_gb: 4 })
})

it('counts instances that hold slots separately from those that only keep a disk', async () => {
  await using market = await setup()
  const { instanceId } = await market.rent(market.offerId)
  await market.rent(market.offerId)
  await sql`update rentals set slots_held = false where instance_id = ${instanceId}`.execute(
    market.db,
  )
  expect(await countRentals(market.db, market.id, 'slots_held')).toBe(1)
  expect(await countRentals(market.db, market.id, 'anything')).toBe(2)
  expect(await countRentals(market.db, market.ctx.ids.mint('machine'), 'anything')).toBe(0)
})

/** A market with one machine: eight slots and 187 GB by default. */
async function setup(hardware: Parameters<typeof aHardware>[0] = {}) {
  const market = await withMachines()
  const id = await market.machine(hardware)
  const { id: offerId } = await market.offerOf(id)
  return {
    ...market,
    id,
    offerId,
    anInstance: (): InstanceId => market.ctx.ids.mint('instance'),
    assign: (instanceId: InstanceId, slots: number) =>
      market.ctx.transact((tx) => assignSlots(tx, { offerId, slots }, instanceId)),
    async slotsOf(instanceId: InstanceId): Promise<number[]> {
      const { rows } = await sql<{ slot: number }>`select slot from slots
        where instance_id = ${instanceId} order by slot`.execute(market.db)
      return rows.map(({ slot }) => slot)
    },
  }
}
