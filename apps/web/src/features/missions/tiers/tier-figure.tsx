import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Figure } from '../../../ui/components/facts.tsx'
import { pointsWords } from '../mission-words.ts'
import { tierQuery } from './tiers-api.ts'

/** The tier at a glance; its section says more, and what went wrong. */
export function TierFigure() {
  const { data } = useQuery(tierQuery(useClient()))
  if (data === undefined) return <Figure name="Tier" value="…" />
  const nameOf = (tier: string) => data.tiers.find((one) => one.tier === tier)?.name ?? tier
  const note =
    data.next === null
      ? pointsWords(data.points)
      : `${pointsWords(data.next.points_missing)} to ${nameOf(data.next.tier)}`
  return <Figure name="Tier" value={nameOf(data.tier)} note={note} />
}
