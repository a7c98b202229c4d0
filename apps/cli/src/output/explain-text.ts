import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { formatPerHour, formatUsd } from '@gridloom/domain/money-format'
import { oneDigit } from './format.ts'

type FilterName = keyof OfferFilters

/** The command line option of each filter. */
const options: Readonly<Record<FilterName, string>> = {
  kind: '--kind',
  gpu_model: '--gpu',
  slots_min: '--slots',
  vram_mib_min: '--vram-gib',
  vcpus_min: '--vcpus',
  memory_mib_min: '--memory-gib',
  disk_gb_min: '--disk',
  cpu_score_min: '--cpu-score',
  network_down_mbps_min: '--down-mbps',
  price_micro_usd_per_hour_max: '--max-price',
  image: '--image',
  isolation: '--not-isolated',
}

/**
 * The offers that each filter alone excludes and the smallest change that includes some, one line per filter that can.
 */
export function explainText(effects: readonly FilterEffect[]): string[] {
  return effects
    .filter(({ gained }) => gained > 0)
    .map((effect) => {
      const cheapest = effect.cheapest_micro_usd_per_hour
      const price = cheapest === null ? '' : `, from ${formatPerHour(cheapest)}`
      return `  ${wayOf(effect)} adds ${effect.gained}${price}`
    })
}

function wayOf({ filter, relax_to }: FilterEffect): string {
  const name = isFilterName(filter) ? filter : undefined
  const option = name === undefined ? filter : options[name]
  if (name === 'isolation') return option
  return relax_to === null ? `without ${option}` : `${option} ${valueText(name, relax_to)}`
}

function valueText(name: FilterName | undefined, value: number | string): string {
  if (typeof value === 'string') return value
  if (name === 'price_micro_usd_per_hour_max') return formatUsd(value).replace('$', '')
  if (name === 'vram_mib_min' || name === 'memory_mib_min') return floorDigit(value / 1024)
  return floorDigit(value)
}

/** Rounded down, so that the offers it names still pass. */
function floorDigit(value: number): string {
  return oneDigit(Math.floor(value * 10) / 10)
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(options, name)
}
