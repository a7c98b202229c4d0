import type { InstanceId, ReservationId } from '@gridloom/contract/core/ids'
import type { SlotGroup } from '@gridloom/domain/slots'

/** A slot as stored in the database. */
export interface CurrentSlot {
  slotGroup: string
  slot: number
  gpuUuid: string | null
  instanceId: InstanceId | null
  reservationId: ReservationId | null
}

/** A slot as planned. `retired`: kept only until its instance and its reservation release it. */
export interface PlannedSlot extends Omit<CurrentSlot, 'slotGroup'> {
  retired: boolean
}

/** The slots of one group: those that stay, are added, or are kept for their instances alone. */
export interface SlotPlan {
  slotGroup: string
  /** `null` where the machine no longer has the group, and only rented slots are left. */
  group: SlotGroup | null
  slots: PlannedSlot[]
}

/** Returns the name under which a group's slots are stored. */
export function slotGroupOf(group: SlotGroup): string {
  return group.kind === 'cpu' ? 'cpu' : `gpu:${group.gpuModel ?? ''}`
}

/**
 * Plans the slots that a machine should have, from its hardware and its rentals. A rented or reserved slot is never
 * removed and never changes its GPU; one that the machine no longer has is retired. While slots of the other kind are rented (the
 * machine lost its GPU runtime, say) no new ones are made: the same CPUs would be sold twice.
 */
export function planSlots(
  groups: readonly SlotGroup[],
  current: readonly CurrentSlot[],
): SlotPlan[] {
  const rented = current.filter(isTaken)
  const kinds = new Set<string>(groups.map((group) => group.kind))
  const otherKind = rented.some((slot) => !kinds.has(kindOf(slot.slotGroup)))
  const offered = otherKind ? [] : groups
  const plans = offered.map((group) => {
    const slotGroup = slotGroupOf(group)
    const mine = current.filter((slot) => slot.slotGroup === slotGroup)
    const elsewhere = new Set(rented.flatMap((slot) => (mine.includes(slot) ? [] : [slot.gpuUuid])))
    const uuids = group.gpuUuids.filter((uuid) => !elsewhere.has(uuid))
    const slots = group.kind === 'cpu' ? cpuSlots(group.slots, mine) : gpuSlots(uuids, mine)
    return { slotGroup, group, slots: [...slots, ...retired(mine, slots)] }
  })
  const planned = new Set(plans.map((plan) => plan.slotGroup))
  const gone = [...new Set(current.map((slot) => slot.slotGroup))].filter(
    (name) => !planned.has(name),
  )
  return [
    ...plans,
    ...gone.map((slotGroup) => ({
      slotGroup,
      group: null,
      slots: retired(
        current.filter((slot) => slot.slotGroup === slotGroup),
        [],
      ),
    })),
  ]
}

function cpuSlots(length: number, mine: readonly CurrentSlot[]): PlannedSlot[] {
  const byNumber = new Map(mine.map((slot) => [slot.slot, slot]))
  return Array.from({ length }, (_, slot) => ({
    slot,
    gpuUuid: null,
    ...takenBy(byNumber.get(slot)),
    retired: false,
  }))
}

/** A GPU keeps its number for as long as it is present; a new one gets the lowest free number. */
function gpuSlots(uuids: readonly string[], mine: readonly CurrentSlot[]): PlannedSlot[] {
  const byUuid = new Map(mine.map((slot) => [slot.gpuUuid, slot]))
  const taken = new Set(mine.map((slot) => slot.slot))
  return uuids.map((gpuUuid) => {
    const current = byUuid.get(gpuUuid)
    const slot = current?.slot ?? lowestFree(taken)
    taken.add(slot)
    return { slot, gpuUuid, ...takenBy(current), retired: false }
  })
}

function retired(mine: readonly CurrentSlot[], kept: readonly PlannedSlot[]): PlannedSlot[] {
  const numbers = new Set(kept.map((slot) => slot.slot))
  return mine
    .filter((slot) => isTaken(slot) && !numbers.has(slot.slot))
    .map((one) => ({ slot: one.slot, gpuUuid: one.gpuUuid, ...takenBy(one), retired: true }))
}

/** Whether a slot is sold: to an instance, or to a reservation. */
export function isTaken(slot: Pick<CurrentSlot, 'instanceId' | 'reservationId'>): boolean {
  return slot.instanceId !== null || slot.reservationId !== null
}

function takenBy(slot: CurrentSlot | undefined) {
  return { instanceId: slot?.instanceId ?? null, reservationId: slot?.reservationId ?? null }
}

function lowestFree(taken: ReadonlySet<number>): number {
  let number = 0
  while (taken.has(number)) number += 1
  return number
}

function kindOf(slotGroup: string): 'gpu' | 'cpu' {
  return slotGroup === 'cpu' ? 'cpu' : 'gpu'
}
