import type { Progress } from '@gridloom/contract/instances/instance'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatPercent } from '../format/numbers.ts'
import styles from './phase.module.css'

/** The progress of the present step: text, percent and bytes, and a bar that is indeterminate without a percentage. */
export function Phase({ progress }: { progress: Progress }) {
  const { text, percent } = progress
  const figures = [percent === null ? null : formatPercent(percent), bytesText(progress)].filter(
    (figure) => figure !== null,
  )
  return (
    <div className={styles.phase}>
      <div className={styles.line}>
        <span title={text}>{text}</span>
        <span className="gl-num">{figures.join(' · ')}</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={text}
        {...(percent === null
          ? {}
          : { 'aria-valuenow': Math.round(percent), 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      >
        {percent === null ? (
          <div className={styles.unknown} />
        ) : (
          <div className={styles.done} style={{ width: `${percent}%` }} />
        )}
      </div>
    </div>
  )
}

function bytesText({ done_bytes: done, total_bytes: total }: Progress): string | null {
  if (done === null) return null
  return total === null ? formatBytes(done) : `${formatBytes(done)} of ${formatBytes(total)}`
}
