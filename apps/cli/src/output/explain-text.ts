import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import { filterPart, filterParts } from '@gridloom/domain/market/filter-parts'
import { formatFilter } from '@gridloom/domain/market/format-query'
import { formatPerHour, formatUsd } from '@gridloom/domain/money-format'
import { oneDigit } from './format.ts'

/** The command line options of filters; the others are terms of the query. */
const options: Partial<Record<OfferFilterName, string>> = {
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

function wayOf({ filter: name, relax_to }: FilterEffect): string {
  const filter = filterParts.find((part) => part.filter === name)?.filter
  if (filter === undefined) return `without ${name}`
  const option = options[filter]
  if (filter === 'isolation') return '--not-isolated'
  if (relax_to === null) return `without ${option ?? filterPart(filter).field}`
  return option === undefined
    ? formatFilter(filter, relax_to)
    : `${option} ${valueText(filter, relax_to)}`
}

function valueText(name: OfferFilterName, value: number | string): string {
  if (typeof value === 'string') return value
  if (name === 'price_micro_usd_per_hour_max') return formatUsd(value).replace('$', '')
  if (name === 'vram_mib_min' || name === 'memory_mib_min') return floorDigit(value / 1024)
  return floorDigit(value)
}

/** Rounded down, so that the offers it names still pass. */
function floorDigit(value: number): string {
  return oneDigit(Math.floor(value * 10) / 10)
}
