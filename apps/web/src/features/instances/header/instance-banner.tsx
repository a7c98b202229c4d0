import type { Instance } from '@gridloom/contract/instances/instance'
import { chargingReason } from '@gridloom/domain/charging-words'
import { useNow } from '../../../browser/clock.ts'
import { MachineSays } from '../../../ui/components/machine-says.tsx'
import { Phase } from '../../../ui/components/phase.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatPerHour, formatPerMonth } from '../../../ui/format/money.ts'
import styles from '../instance-page.module.css'
import { remedyFor } from '../instance-words.ts'

/** The most important fact about the instance: the progress of its start, or the reason for its state with a remedy. */
export function InstanceBanner({ instance }: { instance: Instance }) {
  const { progress, reason, charging, disk_kept_until: keptUntil } = instance
  const interruptedAt = instance.bid?.interrupted_at ?? null
  if (interruptedAt !== null) return <Interrupting at={interruptedAt} />
  if (progress !== null) {
    return (
      <div className={styles.banner}>
        <Phase progress={progress} />
        <span className={styles.muted}>
          {charging === null && 'You are not charged yet. '}This page updates automatically.
        </span>
      </div>
    )
  }
  if (reason === null) return <ChargedEarly instance={instance} />
  const exit = reason.exit_code === null ? '' : ` Exited with code ${reason.exit_code}.`
  return (
    <div className={styles.banner} data-tone={toneOf(instance)} role="status">
      <span>
        <strong>{reason.text}</strong>
        {exit} {remedyFor(reason.code)}
        {reason.machine_says !== null && <MachineSays text={reason.machine_says} />}
        {instance.bid?.waits && ' It starts again by itself when its bid wins slots. '}
        {instance.state === 'stopped' && <KeptDisk instance={instance} />}
      </span>
      {keptUntil !== null && instance.state !== 'destroyed' && (
        <span>
          The {instance.disk_gb} GB disk will be deleted <TimeAgo at={keptUntil} />.
        </span>
      )}
    </div>
  )
}

/** Counts down to an interruption, for as long as something can still be saved. */
function Interrupting({ at }: { at: string }) {
  const leftS = Math.max(0, Math.ceil((Date.parse(at) - useNow()) / 1_000))
  return (
    <div className={styles.banner} data-tone="warn" role="status">
      <span>
        <strong className="gl-num">
          {leftS > 0 ? `It is stopped in ${leftS} s:` : 'It is being stopped:'}
        </strong>{' '}
        its slots are needed for another instance. The disk is kept.
      </span>
    </div>
  )
}

/**
 * Warns that the instance is charged before its readiness check has passed, and why, so that the receipt is no
 * surprise.
 */
function ChargedEarly({ instance: { state, ready, charging } }: { instance: Instance }) {
  if (state !== 'running' || ready || charging === null || charging.cause === 'ready') return null
  return (
    <div className={styles.banner} role="status">
      <span>
        <strong>
          Charges started <TimeAgo at={charging.since} /> although it is not ready yet:
        </strong>{' '}
        {chargingReason(charging.cause)}. Stop it to pay only for its disk.
      </span>
    </div>
  )
}

/** The price of a stopped instance's disk. */
function KeptDisk({ instance }: { instance: Instance }) {
  const price = instance.stopped_micro_usd_per_hour
  if (price === 0) return <> The {instance.disk_gb} GB disk is kept for free.</>
  return (
    <>
      The {instance.disk_gb} GB disk is kept for {formatPerHour(price)} ({formatPerMonth(price)}).
      Destroy it to stop all charges.
    </>
  )
}

function toneOf({ state, reason }: Instance): 'bad' | 'warn' | undefined {
  if (state === 'failed') return 'bad'
  const code = reason?.code
  if (
    state === 'lost' ||
    code === 'balance_exhausted' ||
    code === 'account_budget_exhausted' ||
    code === 'project_budget_exhausted' ||
    code === 'instance_budget_exhausted' ||
    code === 'disk_full'
  )
    return 'warn'
  return undefined
}
