import { Money } from '../../ui/components/money.tsx'
import { pointsWords } from './mission-words.ts'

/** What a reward gives: `$5.00 + 50 points`, or one of them. */
export function RewardAmount({ microUsd, points }: { microUsd: number; points: number }) {
  if (points === 0) return <Money microUsd={microUsd} />
  if (microUsd === 0) return pointsWords(points)
  return (
    <>
      <Money microUsd={microUsd} /> + {pointsWords(points)}
    </>
  )
}
