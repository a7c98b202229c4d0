import { assertNever } from '@gridloom/domain/assert-never'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import styles from './exec-tab.module.css'
import type { Run } from './use-exec.ts'

/** One command with its outcome and output; standard error has a label and a border of its own. */
export function RunItem({ run }: { run: Run }) {
  return (
    <li className={styles.run}>
      <div className={styles.head}>
        <span className={styles.line}>{run.line}</span>
        <span role="status">
          <RunEnd run={run} />
        </span>
      </div>
      {run.output.length > 0 && (
        <ScrollRegion className={styles.output} aria-label={`Output of ${run.line}`}>
          {run.output.map((part) => (
            <span key={part.number} className={styles.part} data-stream={part.stream}>
              {part.stream === 'stderr' && <span className={styles.mark}>stderr </span>}
              {part.text}
            </span>
          ))}
        </ScrollRegion>
      )}
      {run.output.length === 0 && run.end !== undefined && (
        <span className={styles.muted}>No output</span>
      )}
    </li>
  )
}

function RunEnd({ run }: { run: Run }) {
  const { end, tookMs } = run
  const took = tookMs === undefined ? '' : ` · ${(tookMs / 1_000).toFixed(1)} s`
  if (end === undefined) return <StatusBadge tone="busy" word="Running" look="plain" />
  switch (end.ended) {
    case 'exited':
      return (
        <StatusBadge
          tone={end.exit_code === 0 ? 'good' : 'bad'}
          word={`Exit code ${end.exit_code ?? 'unknown'}${took}`}
          look="plain"
        />
      )
    case 'timed_out':
      return <StatusBadge tone="warn" word={`Timed out${took}`} look="plain" />
    case 'output_limit':
      return <StatusBadge tone="warn" word="Stopped: more than 8 MiB of output" look="plain" />
    case 'instance_stopped':
      return <StatusBadge tone="warn" word="The instance stopped" look="plain" />
    case 'failed':
      return <StatusBadge tone="bad" word={end.text} look="plain" />
    default:
      return assertNever(end)
  }
}
