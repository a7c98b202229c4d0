import { Money } from '../../ui/components/money.tsx'
import { plural } from '../../ui/format/numbers.ts'

/** What a reward gives: `$5.00 + 50 points`, or one of them. */
export function RewardAmount({ microUsd, points }: { microUsd: number; points: number }) {
  if (points === 0) return <Money microUsd={microUsd} />
  if (microUsd === 0) return plural(points, 'point')
  return (
    <>
      <Money microUsd={microUsd} /> + {plural(points, 'point')}
    </>
  )
}
