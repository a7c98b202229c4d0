import type { Instance } from '@gridloom/contract/instances/instance'
import { instanceStatus } from '../../../shared/status/instance-status.ts'
import { Phase } from '../../../ui/components/phase.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { StaleNote } from '../../../ui/components/time-ago.tsx'
import styles from './instance-list.module.css'

/** The state, and below it the most relevant detail: progress, reason or time since the last heartbeat. */
export function InstanceStateCell({ instance }: { instance: Instance }) {
  const { tone, word } = instanceStatus(instance)
  return (
    <div className={styles.state}>
      <StatusBadge tone={tone} word={word} look="plain" />
      <StateNote instance={instance} />
    </div>
  )
}

function StateNote({ instance }: { instance: Instance }) {
  if (instance.bid?.interrupted_at)
    return <div className={styles.sub}>Interrupted within 30 s: save your work.</div>
  if (instance.progress !== null) return <Phase progress={instance.progress} />
  if (instance.reason !== null) return <div className={styles.sub}>{instance.reason.text}</div>
  if (instance.state !== 'running') return null
  return (
    <div className={styles.sub}>
      <StaleNote lastSeenAt={instance.last_seen_at} />
    </div>
  )
}
