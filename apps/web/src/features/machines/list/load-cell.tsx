import type { Machine } from '@gridloom/contract/machines/machine'
import { useMachineLoads } from '../../../api/live/use-live.ts'
import { Sparkline } from '../../../ui/components/sparkline.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatPercent } from '../../../ui/format/numbers.ts'
import styles from './machine-table.module.css'

/** CPU load as reported since the page was opened; an offline machine shows when it was last seen. */
export function LoadCell({ machine }: { machine: Machine }) {
  const loads = useMachineLoads(machine.id)
  if (machine.status !== 'online' || machine.load === null) {
    return (
      <span className={styles.small}>
        {machine.last_seen_at ? (
          <>
            last seen <TimeAgo at={machine.last_seen_at} />
          </>
        ) : (
          'not connected yet'
        )}
      </span>
    )
  }
  return (
    <div className={styles.load}>
      {loads.length > 1 && (
        <Sparkline
          values={loads.map((load) => load.cpu_percent)}
          max={100}
          label={`CPU load of ${machine.name} in percent`}
        />
      )}
      <span className="gl-num">{formatPercent(machine.load.cpu_percent)}</span>
    </div>
  )
}
