import type { Instance } from '@gridloom/contract/instances'
import { TimeAgo } from '../../../lib/parts/time-ago.tsx'
import styles from '../instance-page.module.css'
import { remedyFor } from '../instance-words.ts'
import { Phase } from '../parts/phase.tsx'

/** The one thing to know now: how far the start has come, or why it is where it is and what helps. */
export function InstanceBanner({ instance }: { instance: Instance }) {
  const { progress, reason, disk_kept_until: keptUntil } = instance
  if (progress !== null) {
    return (
      <div className={styles.banner}>
        <Phase progress={progress} />
        <span className={styles.muted}>
          Nothing is charged until it is ready. This page moves by itself.
        </span>
      </div>
    )
  }
  if (reason === null) return null
  const exit = reason.exit_code === null ? '' : ` It ended with exit code ${reason.exit_code}.`
  return (
    <div className={styles.banner} data-tone={toneOf(instance)} role="status">
      <span>
        <strong>{reason.text}</strong>
        {exit} {remedyFor(reason.code)}
      </span>
      {keptUntil !== null && instance.state !== 'destroyed' && (
        <span>
          Its disk of {instance.disk_gb} GB is kept until <TimeAgo at={keptUntil} />, then it is
          deleted.
        </span>
      )}
    </div>
  )
}

function toneOf({ state, reason }: Instance): 'bad' | 'warn' | undefined {
  if (state === 'failed') return 'bad'
  if (state === 'lost' || reason?.code === 'balance_exhausted') return 'warn'
  return undefined
}
