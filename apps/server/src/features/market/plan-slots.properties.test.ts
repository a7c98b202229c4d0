import { InstanceId } from '@gridloom/contract/core/ids'
import type { SlotGroup } from '@gridloom/domain/slots'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CurrentSlot, planSlots, type SlotPlan } from './plan-slots.ts'

const shape = { vcpus: 1, memoryMib: 1_024, vramMib: null }
const uuids = ['A', 'B', 'C', 'D', 'E', 'F']

const cpuGroups = fc
  .integer({ min: 1, max: 6 })
  .map((slots): SlotGroup[] => [{ kind: 'cpu', gpuModel: null, gpuUuids: [], slots, ...shape }])
/** GPUs that are present, each of one of two models. */
const gpuGroups = fc
  .tuple(fc.subarray(uuids), fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
  .map(([there, models]): SlotGroup[] =>
    ['RTX 4090', 'A100'].flatMap((gpuModel, model) => {
      const gpuUuids = there.filter((uuid) => Number(models[uuids.indexOf(uuid)]) === model)
      const group = { kind: 'gpu', gpuModel, gpuUuids, slots: gpuUuids.length, ...shape } as const
      return gpuUuids.length === 0 ? [] : [group]
    }),
  )
const machines = fc.oneof(cpuGroups, gpuGroups)
/** The history of a machine: its hardware at each step, and the slots rented in between. */
const lives = fc.array(
  fc.record({ groups: machines, rented: fc.array(fc.nat(11), { maxLength: 3 }) }),
  { minLength: 1, maxLength: 6 },
)

it('never removes a rented slot, moves it, or changes its GPU', () => {
  forEachStep((before, plans) => {
    const after = slotsAfter(plans)
    for (const slot of before.filter(({ instanceId }) => instanceId !== null))
      expect(after).toContainEqual(slot)
  })
})

it('never gives two slots of a group one number, or two slots one GPU', () => {
  forEachStep((_before, plans) => {
    const after = slotsAfter(plans)
    const numbers = after.map(({ slotGroup, slot }) => `${slotGroup} ${slot}`)
    expect(new Set(numbers).size).toBe(numbers.length)
    const gpus = after.flatMap(({ gpuUuid }) => (gpuUuid === null ? [] : [gpuUuid]))
    expect(new Set(gpus).size).toBe(gpus.length)
  })
})

it('makes the same plan from its own result', () => {
  forEachStep((_before, plans, groups) => {
    const again = planSlots(groups, slotsAfter(plans))
    expect(slotsAfter(again).toSorted(byName)).toEqual(slotsAfter(plans).toSorted(byName))
  })
})

it('offers no CPU slot beside a rented GPU slot, and no GPU slot beside a rented CPU slot', () => {
  forEachStep((before, plans) => {
    const rented = new Set(
      before.filter(({ instanceId }) => instanceId !== null).map((slot) => kindOf(slot.slotGroup)),
    )
    const open = plans.filter(({ slots }) => slots.some(({ retired }) => !retired))
    for (const { slotGroup } of open)
      for (const kind of rented) expect(kindOf(slotGroup)).toBe(kind)
  })
})

it('retires only rented slots', () => {
  forEachStep((_before, plans) => {
    const retired = plans.flatMap(({ slots }) => slots.filter((slot) => slot.retired))
    expect(retired.every(({ instanceId }) => instanceId !== null)).toBe(true)
  })
})

it('plans a slot for every present GPU unless CPU slots are rented', () => {
  forEachStep((before, plans, groups) => {
    const open = plans.flatMap(({ slots }) => slots.filter(({ retired }) => !retired))
    const rented = before.filter(({ instanceId }) => instanceId !== null)
    if (rented.some(({ slotGroup }) => slotGroup === 'cpu')) return
    const there = groups.flatMap(({ gpuUuids }) => gpuUuids)
    const planned = plans.flatMap(({ slots }) => slots.map(({ gpuUuid }) => gpuUuid))
    expect(planned).toEqual(expect.arrayContaining(there))
    expect(open.length).toBeLessThanOrEqual(groups.reduce((sum, { slots }) => sum + slots, 0))
  })
})

type Look = (before: CurrentSlot[], plans: SlotPlan[], groups: SlotGroup[]) => void

/** Simulates machines: each step is planned on the slots of the last one, then some free slots are rented. */
function forEachStep(look: Look): void {
  fc.assert(
    fc.property(lives, (life) => {
      let current: CurrentSlot[] = []
      let instance = 0
      for (const { groups, rented } of life) {
        const plans = planSlots(groups, current)
        look(current, plans, groups)
        const open = new Set(
          plans.flatMap(({ slotGroup, slots }) =>
            slots.filter((slot) => !slot.retired).map(({ slot }) => `${slotGroup} ${slot}`),
          ),
        )
        current = slotsAfter(plans).map((slot, index) => {
          const free = slot.instanceId === null && open.has(`${slot.slotGroup} ${slot.slot}`)
          if (!free || !rented.includes(index)) return slot
          instance += 1
          return { ...slot, instanceId: anInstanceId(instance) }
        })
      }
    }),
  )
}

/** The slots in the database once a plan was written. */
function slotsAfter(plans: readonly SlotPlan[]): CurrentSlot[] {
  return plans.flatMap(({ slotGroup, slots }) =>
    slots.map(({ retired: _, ...slot }) => ({ slotGroup, ...slot })),
  )
}

function byName(one: CurrentSlot, other: CurrentSlot): number {
  return one.slotGroup.localeCompare(other.slotGroup) || one.slot - other.slot
}

function kindOf(slotGroup: string): string {
  return slotGroup === 'cpu' ? 'cpu' : 'gpu'
}

function anInstanceId(number: number): InstanceId {
  return InstanceId.parse(`ins_${String(number).padStart(26, '0')}`)
}
