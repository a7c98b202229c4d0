import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import { type Machine, Pricing } from '@gridloom/contract/machines/machine'
import { useForm } from '@mantine/form'

type PriceName = keyof Pricing

/** Prices as typed, in dollars: a number, or text while it is not a valid number. */
export type PricingValues = Record<
  PriceName | 'cpu_slots' | 'min_bid_micro_usd_per_hour',
  number | string
>

interface PriceField {
  name: PriceName
  label: string
  unit: string
}

export const priceFields: readonly PriceField[] = [
  { name: 'gpu_slot_micro_usd_per_hour', label: 'GPU slot', unit: 'per GPU' },
  { name: 'cpu_slot_micro_usd_per_hour', label: 'CPU slot', unit: 'per slot without GPU' },
  { name: 'memory_gib_micro_usd_per_hour', label: 'Memory', unit: 'per GiB' },
  { name: 'disk_gb_micro_usd_per_hour', label: 'Disk', unit: 'per GB, running' },
  { name: 'stopped_disk_gb_micro_usd_per_hour', label: 'Stopped disk', unit: 'per GB, stopped' },
]

/** Creates a form with a machine's current prices. */
export function usePricingForm(machine: Machine) {
  const { pricing, cpu_slots: cpuSlots, min_bid_micro_usd_per_hour: minBid } = machine
  return useForm<PricingValues>({
    initialValues: {
      ...writePricing(pricing, cpuSlots),
      min_bid_micro_usd_per_hour: minBid === null ? '' : minBid / microUsdPerUsd,
    },
    validate: (values) => ({
      ...Object.fromEntries(
        priceFields
          .filter(({ name }) => !isPrice(values[name]))
          .map(({ name }) => [name, 'Enter a price from $0 to $100,000']),
      ),
      ...(isBid(values) ? {} : { min_bid_micro_usd_per_hour: 'Enter a price above $0, or none' }),
    }),
  })
}

/** Converts typed prices to micro-dollars; an invalid price counts as zero. */
export function readPricing(values: Omit<PricingValues, 'min_bid_micro_usd_per_hour'>): Pricing {
  const microUsd = (name: PriceName) =>
    isPrice(values[name]) ? Math.round(Number(values[name]) * microUsdPerUsd) : 0
  return Pricing.parse(Object.fromEntries(priceFields.map(({ name }) => [name, microUsd(name)])))
}

/** The lowest bid in micro-dollars; `null` where the field is empty: bids are not accepted. */
export function readMinBid({ min_bid_micro_usd_per_hour: usd }: PricingValues): number | null {
  return usd === '' ? null : Math.round(Number(usd) * microUsdPerUsd)
}

function isBid(values: PricingValues): boolean {
  const microUsd = readMinBid(values)
  return microUsd === null || (microUsd >= 1 && isPrice(values.min_bid_micro_usd_per_hour))
}

/** Converts micro-dollars to dollars for the form. */
export function writePricing(
  pricing: Pricing,
  cpuSlots: number,
): Record<PriceName | 'cpu_slots', number | string> {
  return {
    gpu_slot_micro_usd_per_hour: pricing.gpu_slot_micro_usd_per_hour / microUsdPerUsd,
    cpu_slot_micro_usd_per_hour: pricing.cpu_slot_micro_usd_per_hour / microUsdPerUsd,
    memory_gib_micro_usd_per_hour: pricing.memory_gib_micro_usd_per_hour / microUsdPerUsd,
    disk_gb_micro_usd_per_hour: pricing.disk_gb_micro_usd_per_hour / microUsdPerUsd,
    stopped_disk_gb_micro_usd_per_hour: pricing.stopped_disk_gb_micro_usd_per_hour / microUsdPerUsd,
    cpu_slots: cpuSlots,
  }
}

function isPrice(typed: number | string): boolean {
  const usd = typed === '' ? Number.NaN : Number(typed)
  return usd >= 0 && usd <= 100_000
}
