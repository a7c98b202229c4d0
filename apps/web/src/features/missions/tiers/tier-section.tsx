import type { TierStatus, TierTerms } from '@gridloom/contract/tiers/tier'
import { benefitsOf } from '@gridloom/domain/tiers/tier-words'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { pointsWords } from '../mission-words.ts'
import styles from '../missions.module.css'
import { tierQuery } from './tiers-api.ts'

/** The tier of the account, how far the next one is, and what each gives. */
export function TierSection() {
  const tier = useQuery(tierQuery(useClient()))
  return (
    <Section title="Tier" note="Points of the last 365 days">
      <Loaded query={tier} what="your tier" rows={4}>
        {(status) => <TierProgress status={status} />}
      </Loaded>
    </Section>
  )
}

function TierProgress({ status }: { status: TierStatus }) {
  const { points, tier, next, tiers } = status
  const nextTerms = tiers.find((one) => one.tier === next?.tier)
  return (
    <div className={styles.card}>
      {next !== null && nextTerms !== undefined && (
        <div className={styles.step}>
          <span className={styles.line}>
            <span>
              {pointsWords(next.points_missing)} to {nextTerms.name}
            </span>
            <span className="gl-num">
              {points.toLocaleString('en-US')} of {nextTerms.points.toLocaleString('en-US')}
            </span>
          </span>
          <Progress
            size="sm"
            value={Math.min(100, Math.max(0, (100 * points) / nextTerms.points))}
            aria-label={`Points to ${nextTerms.name}`}
          />
        </div>
      )}
      <ol className={styles.tiers}>
        {tiers.map((one) => (
          <TierLine key={one.tier} terms={one} isOwn={one.tier === tier} />
        ))}
      </ol>
    </div>
  )
}

function TierLine({ terms, isOwn }: { terms: TierTerms; isOwn: boolean }) {
  const benefits = benefitsOf(terms)
  return (
    <li className={styles.condition} aria-current={isOwn ? 'true' : undefined}>
      <span className={styles.line}>
        <strong>
          {terms.name}
          {isOwn && ' (yours)'}
        </strong>
        <span className={styles.hint}>
          {terms.points === 0 ? 'Everybody' : `From ${pointsWords(terms.points)}`}
        </span>
      </span>
      <ul className={styles.benefits}>
        {benefits.length === 0 && <li>Missions that are for everybody</li>}
        {benefits.map((benefit) => (
          <li key={benefit}>{capitalised(benefit)}</li>
        ))}
        {terms.points > 0 && <li>Missions from this tier on, and its badge on the leaderboard</li>}
      </ul>
    </li>
  )
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
