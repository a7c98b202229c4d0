import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Figure } from '../../../ui/components/facts.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { tierQuery } from './tiers-api.ts'

/** The tier at a glance; its section says more, and what went wrong. */
export function TierFigure() {
  const { data } = useQuery(tierQuery(useClient()))
  if (data === undefined) return <Figure name="Tier" value="…" />
  const nameOf = (tier: string) => data.tiers.find((one) => one.tier === tier)?.name ?? tier
  const note =
    data.next === null
      ? plural(data.points, 'point')
      : `${plural(data.next.points_missing, 'point')} to ${nameOf(data.next.tier)}`
  return <Figure name="Tier" value={nameOf(data.tier)} note={note} />
}
