import type { MachineId } from '@gridloom/contract/core/ids'
import { type MachineTrust, TrustPart, trustTerms } from '@gridloom/contract/reputation/trust'
import { partTexts } from '@gridloom/domain/trust/trust-words'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { FactsDialog } from './facts-dialog.tsx'
import styles from './reputation.module.css'
import { trustQuery } from './reputation-queries.ts'

/** The trust score of a machine with its parts; each part opens its facts. */
export function TrustScore({ machineId }: { machineId: MachineId }) {
  const trust = useQuery(trustQuery(useClient(), machineId))
  return (
    <Loaded query={trust} what="the trust score" rows={4}>
      {(loaded) => <Shown trust={loaded} />}
    </Loaded>
  )
}

function Shown({ trust }: { trust: MachineTrust }) {
  const [opened, setOpened] = useState<TrustPart>()
  const parts = TrustPart.options.flatMap((part) => trust.parts.filter((one) => one.part === part))
  return (
    <div className={styles.trust}>
      <Headline trust={trust} />
      <ul className={styles.parts} aria-label="Parts of the score">
        {parts.map((one) => (
          <li key={one.part}>
            <Part {...one} open={() => setOpened(one.part)} />
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        {trust.provider_score !== null && (
          <>
            Provider: {trust.provider_score} over {plural(trust.provider_machines, 'machine')}.{' '}
          </>
        )}
        {trust.computed_at !== null && (
          <>
            Computed <TimeAgo at={trust.computed_at} />.{' '}
          </>
        )}
        Anyone can verify the signed facts and compute the same score:
      </p>
      <CopyLine label="Copy command" text={`gridloom trust ${trust.machine_id} --recompute`} />
      {opened && (
        <FactsDialog
          machineId={trust.machine_id}
          part={opened}
          close={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

function Headline({ trust: { score, facts_weight } }: { trust: MachineTrust }) {
  if (score === null) {
    return (
      <p className={styles.headline}>
        <span className={styles.new}>New</span>
        <span className={styles.small}>
          No score yet: {facts_weight} of {trustTerms.factsMin} facts. New is not bad.
        </span>
      </p>
    )
  }
  return (
    <p className={styles.headline}>
      <span className={`${styles.score} gl-num`} data-tone={toneOf(score)}>
        {score}
      </span>
      <span className={styles.small}>of 100. Facts lose half of their weight in 30 days.</span>
    </p>
  )
}

interface PartProps {
  part: TrustPart
  score: number | null
  facts: number
  open: () => void
}

function Part({ part, score, facts, open }: PartProps) {
  const { name, text } = partTexts[part]
  const known = score === null ? 'No facts yet' : plural(facts, 'fact')
  return (
    <button
      type="button"
      className={styles.part}
      title={text}
      disabled={facts === 0}
      onClick={open}
    >
      <span className={styles.partName}>{name}</span>{' '}
      <span className={styles.track} aria-hidden>
        {score !== null && (
          <span className={styles.bar} data-tone={toneOf(score)} style={{ width: `${score}%` }} />
        )}
      </span>
      <span className={`${styles.partScore} gl-num`}>{score ?? '–'}</span>{' '}
      <span className={styles.small}>{known}</span>
    </button>
  )
}

function toneOf(score: number): 'good' | 'warn' | 'bad' {
  if (score >= 90) return 'good'
  return score >= 70 ? 'warn' : 'bad'
}
