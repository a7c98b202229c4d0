import type { InstanceId } from '@gridloom/contract/core/ids'
import { InstanceId as parseInstanceId, ReservationId } from '@gridloom/contract/core/ids'
import type { SlotGroup } from '@gridloom/domain/slots'
import { describe, expect, it } from 'vitest'
import { type CurrentSlot, planSlots, slotGroupOf } from './plan-slots.ts'

const rentedBy: InstanceId = parseInstanceId.parse(`ins_${'0'.repeat(26)}`)
const free = { instanceId: null, reservationId: null }
const rented = { instanceId: rentedBy, reservationId: null }

describe('CPU slots', () => {
  it('makes as many as the group has, numbered from 0', () => {
    const [plan] = planSlots([cpus(3)], [])
    expect(plan?.slots.map((slot) => slot.slot)).toEqual([0, 1, 2])
  })

  it('keeps rented slots, and retires those beyond the new number', () => {
    const current = [aSlot({ slot: 0 }), aSlot({ slot: 2, instanceId: rentedBy })]
    const [plan] = planSlots([cpus(1)], current)
    expect(plan?.slots).toEqual([
      { slot: 0, gpuUuid: null, ...free, retired: false },
      { slot: 2, gpuUuid: null, ...rented, retired: true },
    ])
  })
})

describe('GPU slots', () => {
  it('keeps each GPU’s number when another is removed and one is added', () => {
    const current = [aGpuSlot(0, 'A'), aGpuSlot(1, 'B')]
    const [plan] = planSlots([gpus('B', 'C')], current)
    expect(plan?.slots.map(({ slot, gpuUuid }) => [slot, gpuUuid])).toEqual([
      [1, 'B'],
      [2, 'C'],
    ])
  })

  it('keeps a rented slot whose GPU is gone, as retired', () => {
    const current = [{ ...aGpuSlot(0, 'A'), instanceId: rentedBy }]
    const [plan] = planSlots([gpus('B')], current)
    expect(plan?.slots).toEqual([
      { slot: 1, gpuUuid: 'B', ...free, retired: false },
      { slot: 0, gpuUuid: 'A', ...rented, retired: true },
    ])
  })

  it('leaves a rented GPU in its group when its model’s name changes', () => {
    const current = [{ ...aGpuSlot(0, 'A'), instanceId: rentedBy }]
    const plans = planSlots([{ ...gpus('A'), gpuModel: 'RTX 4090 D' }], current)
    expect(plans.map(({ slotGroup, slots }) => [slotGroup, slots.length])).toEqual([
      ['gpu:RTX 4090 D', 0],
      ['gpu:RTX 4090', 1],
    ])
  })
})

it('keeps a reserved slot as a rented one, and retires it without its GPU', () => {
  const reservationId = ReservationId.parse(`rsv_${'0'.repeat(26)}`)
  const current = [{ ...aGpuSlot(0, 'A'), reservationId }]
  const [kept] = planSlots([gpus('A')], current)
  expect(kept?.slots).toMatchObject([{ slot: 0, reservationId, retired: false }])
  const [gone] = planSlots([gpus('B')], current)
  expect(gone?.slots).toMatchObject([
    { slot: 1, gpuUuid: 'B', reservationId: null },
    { slot: 0, gpuUuid: 'A', reservationId, retired: true },
  ])
})

it('makes no slots of one kind while the other kind is rented', () => {
  const current = [{ ...aGpuSlot(0, 'A'), instanceId: rentedBy }]
  const plans = planSlots([cpus(4)], current)
  expect(plans).toHaveLength(1)
  expect(plans[0]).toMatchObject({ slotGroup: 'gpu:RTX 4090', group: null })
})

it('plans no free slots for a machine that has nothing to rent', () => {
  expect(planSlots([], [aSlot({ slot: 0 })])).toEqual([
    { slotGroup: 'cpu', group: null, slots: [] },
  ])
})

it('names groups after the kind and GPU model of their slots', () => {
  expect([cpus(1), gpus('A')].map(slotGroupOf)).toEqual(['cpu', 'gpu:RTX 4090'])
})

function cpus(slots: number): SlotGroup {
  const shape = { gpuModel: null, vramMib: null, gpuUuids: [], vcpus: 1, memoryMib: 1_024 }
  return { kind: 'cpu', slots, ...shape }
}

function gpus(...gpuUuids: string[]): SlotGroup {
  const shape = { gpuModel: 'RTX 4090', vramMib: 24_564, vcpus: 4, memoryMib: 8_192 }
  return { kind: 'gpu', gpuUuids, slots: gpuUuids.length, ...shape }
}

function aSlot(given: Partial<CurrentSlot>): CurrentSlot {
  return {
    slotGroup: 'cpu',
    slot: 0,
    gpuUuid: null,
    instanceId: null,
    reservationId: null,
    ...given,
  }
}

function aGpuSlot(slot: number, gpuUuid: string): CurrentSlot {
  return aSlot({ slotGroup: 'gpu:RTX 4090', slot, gpuUuid })
}
