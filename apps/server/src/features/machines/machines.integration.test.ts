import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { aGpu, aHardware, aHeartbeat, aHello } from '../../../test/messages.ts'
import { releaseDisk, releaseSlots } from '../market/release-slots.ts'
import { changeMachine } from './change-machine.ts'
import { listMachines, readMachine } from './list-machines.ts'
import { machineFacts } from './machines-store.ts'
import { measureMachine } from './measure-machine.ts'
import { removeMachine } from './remove-machine.ts'
import { sweepSilentMachines } from './sweep-silent-machines.ts'

const gpuEngine = { ...aHardware().engine, runtimes: ['runc', 'nvidia'] }
const withGpus = (...uuids: string[]) => ({
  engine: aHardware({}).engine && Object.assign({}, aHardware().engine, gpuEngine),
  gpus: uuids.map((uuid, index) => aGpu({ uuid, index })),
})

it('is on the market from its first hello: a slot for each thread, at the default price', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  expect(await readMachine(market.provider, id)).toMatchObject({
    status: 'online',
    agent_version: '0.1.0',
    cpu_slots: 8,
    slots_total: 8,
    slots_rented: 0,
    problems: [],
  })
  const offer = await market.offerOf(id)
  expect(offer).toMatchObject({ kind: 'cpu', slots_free: 8, vcpus: 0.95, memory_mib: 1_920 })
  expect(offer.price_micro_usd_per_hour).toBe(23_750)
  expect(offer.disk_free_gb).toBe(187)
  expect(offer.images).toEqual(['gridloom/base:latest'])
  expect(offer.uptime_percent).toBeNull()
})

it('keeps an offer’s id over hellos, price changes and restarts of the agent', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const before = await market.offerOf(id)
  await market.say(id, aHello({ boot_id: 'another' }))
  const { pricing } = await readMachine(market.provider, id)
  await changeMachine(market.provider, id, {
    pricing: { ...pricing, cpu_slot_micro_usd_per_hour: 50_000 },
  })
  const after = await market.offerOf(id)
  expect(after.id).toBe(before.id)
  expect(after.price_micro_usd_per_hour).toBe(53_750)
})

it('hides the offers of an unlisted machine, and publishes the change', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const before = (await market.published()).length
  await changeMachine(market.provider, id, { listed: false })
  expect((await market.search()).offers).toEqual([])
  expect((await market.published()).slice(before)).toEqual(['offers', `machine ${id}`])
  await changeMachine(market.provider, id, { listed: true })
  expect((await market.search()).offers).toHaveLength(1)
})

it('changes the number of CPU slots only while nothing is rented', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await changeMachine(market.provider, id, { cpu_slots: 2 })
  const offer = await market.offerOf(id)
  expect(offer).toMatchObject({ slots_total: 2, vcpus: 3.8 })
  const { instanceId } = await market.rent(offer.id)
  const change = changeMachine(market.provider, id, { cpu_slots: 4 })
  await expect(change).rejects.toMatchObject({
    code: 'machine_in_use',
    publicText: 'The machine still has 1 instance rented. Try again once nothing is rented.',
  })
  expect((await changeMachine(market.provider, id, { cpu_slots: 2, name: 'same' })).name).toBe(
    'same',
  )
  await market.ctx.transact((tx) => releaseDisk(tx, instanceId))
  expect((await changeMachine(market.provider, id, { cpu_slots: 4 })).slots_total).toBe(4)
})

it('hides an offline machine’s offers after 30 s, and shows them at its next heartbeat', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await market.clock.advance(30_001)
  const before = (await market.published()).length
  await sweepSilentMachines(market.ctx)
  expect((await market.published()).slice(before)).toEqual([`machine ${id}`, 'offers'])
  expect((await market.search()).offers).toEqual([])
  const machine = await readMachine(market.provider, id)
  expect(machine.status).toBe('offline')
  expect(machine.problems.map((problem) => problem.code)).toEqual(['offline'])

  await market.say(id, aHeartbeat())
  expect((await readMachine(market.provider, id)).status).toBe('online')
  expect((await market.search()).offers).toHaveLength(1)
})

it('leaves a machine seen within 30 s online, and publishes going offline once', async () => {
  await using market = await withMachines()
  await market.machine()
  await market.clock.advance(29_000)
  const before = (await market.published()).length
  await sweepSilentMachines(market.ctx)
  expect(await market.published()).toHaveLength(before)
  await market.clock.advance(2_000)
  await sweepSilentMachines(market.ctx)
  await sweepSilentMachines(market.ctx)
  expect(await market.published()).toHaveLength(before + 2)
})

it('publishes a heartbeat at most every ten seconds', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await market.say(id, aHeartbeat())
  const before = (await market.published()).length
  for (let beat = 0; beat < 10; beat++) {
    await market.clock.advance(5_000)
    await market.say(id, aHeartbeat())
  }
  expect((await market.published()).slice(before)).toEqual(Array(5).fill(`machine ${id}`))
})

it('offers the free disk less what is reserved and not filled yet', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  const { instanceId } = await market.rent(offer.id, { diskGb: 100 })
  expect((await market.offerOf(id)).disk_free_gb).toBe(87)
  const sample = {
    at: '2026-01-01T00:00:00.000Z',
    cpu_percent: 1,
    memory_bytes: 1,
    memory_limit_bytes: 1,
    network_rx_bytes_s: 0,
    network_tx_bytes_s: 0,
    disk_read_bytes_s: 0,
    disk_write_bytes_s: 0,
    disk_used_bytes: 60e9,
    gpus: [],
  }
  const load = { ...aHeartbeat().load, disk_free_gb: 140 }
  await market.say(id, aHeartbeat({ load, metrics: [{ instance_id: instanceId, sample }] }))
  expect((await market.offerOf(id)).disk_free_gb).toBe(87)
})

it('offers GPUs by model, one slot each', async () => {
  await using market = await withMachines()
  const id = await market.machine(withGpus('GPU-1', 'GPU-2'))
  const offer = await market.offerOf(id)
  expect(offer).toMatchObject({
    kind: 'gpu',
    gpu_model: 'RTX 4090',
    vram_mib: 24_564,
    slots_free: 2,
    slot_micro_usd_per_hour: 250_000,
  })
  const { gpuUuids } = await market.rent(offer.id, { slots: 2 })
  expect(gpuUuids.toSorted()).toEqual(['GPU-1', 'GPU-2'])
})

it('offers a GPU that two machines report only on the first, until that is removed', async () => {
  await using market = await withMachines()
  const first = await market.machine(withGpus('GPU-1'))
  const second = await market.machine(withGpus('GPU-1', 'GPU-2'))
  expect((await market.offerOf(second)).slots_total).toBe(1)
  const { problems } = await readMachine(market.provider, second)
  expect(problems.map((problem) => problem.code)).toEqual(['gpu_elsewhere'])
  await removeMachine(market.provider, first)
  await market.say(second, { kind: 'hardware', hardware: aHardware(withGpus('GPU-1', 'GPU-2')) })
  expect((await market.offerOf(second)).slots_total).toBe(2)
  expect((await readMachine(market.provider, second)).problems).toEqual([])
})

it('moves the GPUs to a re-enrolled machine once the old one is offline', async () => {
  await using market = await withMachines()
  const old = await market.machine(withGpus('GPU-1'))
  await market.clock.advance(31_000)
  await sweepSilentMachines(market.ctx)
  const anew = await market.machine(withGpus('GPU-1'))
  expect((await market.offerOf(anew)).slots_total).toBe(1)
  expect((await readMachine(market.provider, old)).slots_total).toBe(0)
})

it('keeps an offline machine’s GPUs from another account for seven days', async () => {
  await using market = await withMachines()
  await market.machine(withGpus('GPU-1'))
  await market.clock.advance(31_000)
  await sweepSilentMachines(market.ctx)
  const other = await market.enrol(market.stranger(), 'other')
  const both = aHardware(withGpus('GPU-1', 'GPU-2'))
  await market.say(other, aHello({ hardware: both }))
  expect((await market.offerOf(other)).slots_total).toBe(1)
  await market.clock.advance(7 * 86_400_000)
  await market.say(other, { kind: 'hardware', hardware: both })
  expect((await market.offerOf(other)).slots_total).toBe(2)
})

it('keeps a rented slot whose GPU disappears, and drops it when it is released', async () => {
  await using market = await withMachines()
  const id = await market.machine(withGpus('GPU-1', 'GPU-2'))
  const offer = await market.offerOf(id)
  const { instanceId, gpuUuids } = await market.rent(offer.id)
  expect(gpuUuids).toEqual(['GPU-1'])
  await market.say(id, { kind: 'hardware', hardware: aHardware(withGpus('GPU-2')) })
  expect(await readMachine(market.provider, id)).toMatchObject({ slots_total: 2, slots_rented: 1 })
  expect(await market.offerOf(id)).toMatchObject({ slots_total: 1, slots_free: 1 })
  await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
  expect(await readMachine(market.provider, id)).toMatchObject({ slots_total: 1, slots_rented: 0 })
})

it('offers no CPU slots while GPU slots of the same machine are rented', async () => {
  await using market = await withMachines()
  const id = await market.machine(withGpus('GPU-1'))
  const { instanceId } = await market.rent((await market.offerOf(id)).id)
  await market.say(id, { kind: 'hardware', hardware: aHardware() })
  expect((await market.search()).offers).toEqual([])
  await market.ctx.transact((tx) => releaseDisk(tx, instanceId))
  await market.say(id, aHeartbeat())
  expect((await market.offerOf(id)).kind).toBe('cpu')
})

it('keeps rentals while the engine does not answer', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  await market.rent(offer.id)
  await market.say(id, { kind: 'hardware', hardware: aHardware({ engine: null }) })
  expect((await market.search()).offers).toEqual([])
  expect((await readMachine(market.provider, id)).slots_rented).toBe(1)
  await market.say(id, { kind: 'hardware', hardware: aHardware() })
  expect(await market.offerOf(id)).toMatchObject({ id: offer.id, slots_total: 8, slots_free: 7 })
})

it('shows rented slots and hourly earnings after fees', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await market.rent((await market.offerOf(id)).id, { slots: 2, diskGb: 10 })
  const machine = await readMachine(market.provider, id)
  expect(machine.slots_rented).toBe(2)
  expect(machine.earning_micro_usd_per_hour).toBe(43_650)
})

it('removes a machine permanently, but not while an instance is on it', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const { instanceId } = await market.rent((await market.offerOf(id)).id)
  await expect(removeMachine(market.provider, id)).rejects.toMatchObject({ code: 'machine_in_use' })
  await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
  await expect(removeMachine(market.provider, id)).rejects.toMatchObject({ code: 'machine_in_use' })
  await market.ctx.transact((tx) => releaseDisk(tx, instanceId))
  await removeMachine(market.provider, id)
  expect(await listMachines(market.provider)).toEqual([])
  expect((await market.search()).offers).toEqual([])
  await market.say(id, aHeartbeat())
  expect((await market.search()).offers).toEqual([])
  expect((await machineFacts(market.db, [id])).get(id)?.name).toBe('box')
})

it('stores the agent’s benchmarks, except those of its own network', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const measured_at = '2026-01-01T00:00:00.000Z'
  for (const kind of ['cpu_multi_mops', 'network_down_mbps'] as const) {
    await market.say(id, { kind: 'benchmark', benchmark: { kind, value: 1234.4, measured_at } })
  }
  const offer = await market.offerOf(id)
  const under_load = false
  expect(offer.measured).toEqual([
    { kind: 'cpu_multi_mops', value: 1234.4, measured_at, under_load },
  ])
  expect((await market.search({ cpu_score_min: 1_234 })).total).toBe(1)
  expect((await market.search({ network_down_mbps_min: 1 })).total).toBe(0)
})

it('shows uptime after the first hour, with gaps counted up to 30 s', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  for (let minute = 0; minute < 90; minute++) {
    await market.clock.advance(30_000)
    await market.say(id, aHeartbeat())
  }
  expect((await market.offerOf(id)).uptime_percent).toBeNull()
  await market.clock.advance(1_800_000)
  await market.say(id, aHeartbeat())
  expect((await market.offerOf(id)).uptime_percent).toBe(60.7)
})

it('rejects measuring an offline machine', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await expect(measureMachine(market.provider, id)).rejects.toMatchObject({
    code: 'machine_offline',
  })
})

it('returns not_found for another account’s machine, and unauthorized without an account', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const stranger = market.stranger()
  const refusal = { code: 'not_found' }
  expect(await listMachines(stranger)).toEqual([])
  await expect(readMachine(stranger, id)).rejects.toMatchObject(refusal)
  await expect(changeMachine(stranger, id, { name: 'mine' })).rejects.toMatchObject(refusal)
  await expect(removeMachine(stranger, id)).rejects.toMatchObject(refusal)
  await expect(measureMachine(stranger, id)).rejects.toMatchObject(refusal)
  await expect(listMachines(market.ctx)).rejects.toMatchObject({ code: 'unauthorized' })
})
