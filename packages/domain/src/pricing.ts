import { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { Pricing } from '@gridloom/contract/machines/machine'
import type { OfferKind } from '@gridloom/contract/market/offer-filters'
import type { Quote, QuoteLine } from '@gridloom/contract/market/quote'
import { firstHold } from './hold.ts'
import { multiplyDivide, sumMicroUsd } from './money.ts'

/** The parts of an offer that decide its price. */
export interface PricedSlot {
  readonly kind: OfferKind
  readonly memoryMib: number
}

/** The request of a quote. */
export interface QuoteNeeds {
  readonly slots: number
  readonly diskGb: number
}

/** A priced order: its lines, and their totals while it runs and while it is stopped. */
export type Price = Pick<
  Quote,
  'lines' | 'running_micro_usd_per_hour' | 'stopped_micro_usd_per_hour' | 'hold_micro_usd'
>

/** The price of one slot itself, without its memory. */
export function slotPrice(kind: OfferKind, pricing: Pricing): MicroUsdPerHour {
  return kind === 'gpu' ? pricing.gpu_slot_micro_usd_per_hour : pricing.cpu_slot_micro_usd_per_hour
}

/** The price of a slot with its memory, without disk: what offers are sorted by. Throws RangeError above the limit. */
export function offerPrice(slot: PricedSlot, pricing: Pricing): MicroUsdPerHour {
  return bounded(slotPrice(slot.kind, pricing) + memoryPrice(slot.memoryMib, pricing))
}

/**
 * The all-in price of an order: a line for the slots, for their memory, for the disk, and for the disk while stopped.
 * Each line is rounded down to a whole micro-dollar and the totals are the sums of the lines, so that the shown numbers
 * add up. Throws RangeError above the limit of a price ($100,000 an hour).
 */
export function priceOrder(slot: PricedSlot, pricing: Pricing, needs: QuoteNeeds): Price {
  const slots = slotLine(slot, pricing, needs.slots)
  const memory = memoryLine(slot, pricing, needs.slots)
  const disk = diskLine('disk', pricing.disk_gb_micro_usd_per_hour, needs.diskGb)
  const stopped = diskLine('stopped_disk', pricing.stopped_disk_gb_micro_usd_per_hour, needs.diskGb)
  const running = bounded(sumOf([slots, memory, disk]))
  return {
    lines: [slots, memory, disk, stopped],
    running_micro_usd_per_hour: running,
    stopped_micro_usd_per_hour: bounded(sumOf([stopped])),
    hold_micro_usd: firstHold(running),
  }
}

/** The prices where the slots are paid for already, with their memory: the disk alone costs more. */
export function withoutSlots(pricing: Pricing): Pricing {
  return {
    ...pricing,
    gpu_slot_micro_usd_per_hour: 0,
    cpu_slot_micro_usd_per_hour: 0,
    memory_gib_micro_usd_per_hour: 0,
  }
}

/** The price of a volume: that of a disk of its size while stopped. Throws RangeError above the limit of a price. */
export function volumePrice(
  pricing: Pick<Pricing, 'stopped_disk_gb_micro_usd_per_hour'>,
  sizeGb: number,
): MicroUsdPerHour {
  return bounded(multiplyDivide(sizeGb, pricing.stopped_disk_gb_micro_usd_per_hour, 1n))
}

function slotLine(slot: PricedSlot, pricing: Pricing, slots: number): QuoteLine {
  return {
    kind: 'slot',
    text: slot.kind === 'gpu' ? 'GPU slots' : 'CPU slots',
    quantity: slots,
    unit: 'slot',
    micro_usd_per_hour: multiplyDivide(slots, slotPrice(slot.kind, pricing), 1n),
  }
}

function memoryLine(slot: PricedSlot, pricing: Pricing, slots: number): QuoteLine {
  const memoryMib = slot.memoryMib * slots
  return {
    kind: 'memory',
    text: 'Memory',
    quantity: Math.round((memoryMib / 1024) * 100) / 100,
    unit: 'GiB',
    micro_usd_per_hour: memoryPrice(memoryMib, pricing),
  }
}

function diskLine(
  kind: 'disk' | 'stopped_disk',
  microUsdPerHour: MicroUsdPerHour,
  diskGb: number,
): QuoteLine {
  return {
    kind,
    text: kind === 'disk' ? 'Disk while running' : 'Disk while stopped',
    quantity: diskGb,
    unit: 'GB',
    micro_usd_per_hour: multiplyDivide(diskGb, microUsdPerHour, 1n),
  }
}

/** Memory is priced by the actual MiB, not by the GiB that is shown. */
function memoryPrice(memoryMib: number, pricing: Pricing): MicroUsdPerHour {
  return multiplyDivide(memoryMib, pricing.memory_gib_micro_usd_per_hour, 1024n)
}

function sumOf(lines: readonly QuoteLine[]): number {
  return sumMicroUsd(lines.map((line) => line.micro_usd_per_hour))
}

function bounded(microUsdPerHour: number): MicroUsdPerHour {
  const parsed = MicroUsdPerHour.safeParse(microUsdPerHour)
  if (parsed.success) return parsed.data
  throw new RangeError(`a price of ${microUsdPerHour} micro-dollars an hour is out of bounds`)
}
