import type { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Offer } from '@gridloom/contract/market/offer'
import { formatAgo } from '@gridloom/domain/format-ago'
import { VisuallyHidden } from '@mantine/core'
import { useNow } from '../../../browser/clock.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import { figureNames, measuredFigure } from '../offer-figures.ts'
import styles from './offer-table.module.css'

/** What it means that a figure was measured under load. */
export const underLoadTitle =
  'Measured under load: other work used the machine meanwhile. It is measured again when idle.'

/** A benchmark with its date below, or a dash. */
export function MeasuredFigure({ offer, kind }: { offer: Offer; kind: BenchmarkKind }) {
  const nowMs = useNow()
  const figure = measuredFigure(offer, kind)
  if (figure === undefined) {
    return (
      <div className={styles.none} title="not measured">
        <span aria-hidden>–</span>
        <VisuallyHidden>not measured</VisuallyHidden>
      </div>
    )
  }
  return (
    <>
      <div>
        {formatCount(Math.round(figure.value))}
        {kind !== 'cpu_multi_mops' && <span className={styles.unit}>{figureNames[kind].unit}</span>}
      </div>
      <div className={styles.sub}>
        <time dateTime={figure.measured_at}>{formatAgo(figure.measured_at, nowMs)}</time>
        {figure.under_load && <span title={underLoadTitle}> · under load</span>}
      </div>
    </>
  )
}
