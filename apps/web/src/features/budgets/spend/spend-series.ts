import { type SpendGroup, SpendProduct, type SpendReport } from '@gridloom/contract/budgets/spend'
import { coloursOfSeries, type DaySeries } from '../../../shared/charts/day-plot-options.ts'

/** One colour of the chart: a group, or the smaller ones together. */
export interface SpendSeries extends DaySeries {
  readonly values: readonly number[]
  readonly microUsd: number
}

const productWords: Readonly<Record<SpendProduct, string>> = {
  instances: 'Instances',
  volumes: 'Volumes',
  reservations: 'Reservations',
  rendering: 'Rendering',
  models: 'Models',
  storage: 'Snapshots and backups',
}

const without = {
  project: 'Without a project',
  key: 'Without an API key',
  member: 'Snapshots and backups',
} as const

/** The name of a product, project, member or API key. */
export function groupName({ id, name }: SpendGroup, by: SpendReport['by']): string {
  if (by === 'product') {
    const product = SpendProduct.safeParse(id)
    return product.success ? productWords[product.data] : (id ?? '')
  }
  if (id === null) return without[by]
  return name === '' ? id : name
}

/** The series of a report, highest first: those beyond the colours of a chart are one, the last. Pure. */
export function seriesOf({ by, groups, days }: SpendReport): SpendSeries[] {
  const isCut = groups.length > coloursOfSeries
  const shown = isCut ? groups.slice(0, coloursOfSeries - 1) : groups
  const series = shown.map((group, at) => ({
    name: groupName(group, by),
    values: days.map(({ micro_usd }) => micro_usd[at] ?? 0),
    microUsd: group.micro_usd,
  }))
  if (!isCut) return series
  const rest = days.map(({ micro_usd }) => sum(micro_usd.slice(shown.length)))
  const name = `${groups.length - shown.length} others`
  return [...series, { name, values: rest, microUsd: sum(rest) }]
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + one, 0)
}
