import { assertNever } from '@gridloom/domain/assert-never'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import styles from './log-viewer.module.css'
import type { LogStreamState } from './use-log-stream.ts'

/** The state of the log stream, and the number of lines. */
export function LogStreamBadge({ state, lines }: { state: LogStreamState; lines: number }) {
  return (
    <span role="status" className={`${styles.badge} gl-num`}>
      <Badge state={state} />
      {plural(lines, 'line')}
    </span>
  )
}

function Badge({ state }: { state: LogStreamState }) {
  switch (state.kind) {
    case 'opening':
      return <StatusBadge tone="busy" word="Opening" look="plain" />
    case 'open':
      return <StatusBadge tone="good" word="Live" look="plain" />
    case 'waiting':
      return <StatusBadge tone="warn" word="Connection lost, reconnecting" look="plain" />
    case 'ended':
      return (
        <StatusBadge
          tone={state.reason === 'stopped' ? 'idle' : 'warn'}
          word={state.reason === 'stopped' ? 'Complete' : 'Machine offline'}
          look="plain"
        />
      )
    case 'failed':
      return <StatusBadge tone="bad" word="Unavailable" look="plain" />
    default:
      return assertNever(state)
  }
}
