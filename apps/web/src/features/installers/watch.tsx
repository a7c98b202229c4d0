import type { Machine } from '@gridloom/contract/machines/machine'
import { Skeleton } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { machinesQuery } from '../../api/queries.ts'
import { useClient, useLiveState } from '../../api/runtime.tsx'
import { useNow } from '../../browser/clock.ts'
import { Appeared } from '../../shared/machines/appeared.tsx'
import { useArrival } from '../../shared/machines/use-arrival.ts'
import { CopyLine } from '../../ui/components/copy.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { Coded } from './coded.tsx'
import styles from './guide.module.css'
import type { Guide } from './guide.ts'

/** Installing takes a minute or two on a slow connection; after this long, something is likely wrong. */
const patienceMs = 3 * 60_000

interface WatchProps {
  guide: Guide
  /** When the user created their command; absent until then. */
  askedAtMs: number | undefined
}

/** Shows whether the machine has connected, as reported by the event stream. */
export function Watch({ guide, askedAtMs }: WatchProps) {
  const machines = useQuery(machinesQuery(useClient()))
  if (machines.isPending)
    return <Skeleton height={46} aria-label="Loading your machines" role="status" />
  if (machines.isError) {
    return (
      <ErrorState
        title="Your machines could not be loaded"
        error={machines.error}
        retry={() => void machines.refetch()}
      />
    )
  }
  return <Arrival machines={machines.data} guide={guide} askedAtMs={askedAtMs} />
}

function Arrival({ machines, guide, askedAtMs }: WatchProps & { machines: readonly Machine[] }) {
  const appeared = useArrival(machines)
  const live = useLiveState()
  return (
    <div className={styles.stack}>
      <Appeared machine={appeared} />
      {live.kind === 'reconnecting' && (
        <p className={styles.stale} role="status">
          <IconCloudOff size={15} aria-hidden />
          The live connection dropped. This list updates when it is restored.
        </p>
      )}
      {appeared === undefined && askedAtMs !== undefined && (
        <Overdue guide={guide} askedAtMs={askedAtMs} />
      )}
      {machines.length > 0 && appeared === undefined && (
        <p className={styles.note}>
          Your {machines.length === 1 ? 'machine' : `${machines.length} machines`}:{' '}
          <Link to="/machines">Machines</Link>
        </p>
      )}
    </div>
  )
}

/** Troubleshooting steps, shown when no machine has connected after some minutes. */
function Overdue({ guide, askedAtMs }: { guide: Guide; askedAtMs: number }) {
  if (useNow() - askedAtMs < patienceMs) return null
  return (
    <div className={styles.overdue} role="status">
      <h3 className={styles.small}>Not connected yet?</h3>
      <ol className={styles.list}>
        <li>
          Check the command’s output. If something is missing, it says so and changes nothing.
        </li>
        <li>
          If it succeeded, run the doctor:
          <CopyLine text={guide.doctor} label="Doctor, again" />
        </li>
        <li>
          If it said <Coded text="`used, expired or unknown`" />, create a new command above. A
          token works once, within ten minutes.
        </li>
      </ol>
    </div>
  )
}
