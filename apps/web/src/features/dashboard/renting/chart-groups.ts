import type { Renting } from '@gridloom/contract/dashboard/dashboard'
import { coloursOfSeries, type DaySeries } from '../../../shared/charts/day-plot-options.ts'
import { groupName } from './group-words.ts'

/** A group as the chart and its legend show it. */
export interface ChartGroup extends DaySeries {
  readonly key: string
  readonly microUsd: number
}

/** The highest groups, each with its amounts by day; all others are one, so that each has a colour of its own. */
export function chartGroups({ groups, days }: Pick<Renting, 'groups' | 'days'>): ChartGroup[] {
  const all = groups.map((group, at) => ({
    key: `${group.kind} ${group.product} ${group.label ?? ''}`,
    name: groupName(group),
    microUsd: group.micro_usd,
    values: days.map(({ micro_usd }) => micro_usd[at] ?? 0),
  }))
  if (all.length <= coloursOfSeries) return all
  const apart = all.slice(0, coloursOfSeries - 1)
  const rest = all.slice(apart.length)
  return [
    ...apart,
    {
      key: 'others',
      name: `${rest.length} others`,
      microUsd: rest.reduce((sum, { microUsd }) => sum + microUsd, 0),
      values: days.map((_, at) => rest.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
    },
  ]
}
