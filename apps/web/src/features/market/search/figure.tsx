import type { Offer } from '@gridloom/contract/market/offer'
import { formatAgo } from '@gridloom/domain/format-ago'
import { VisuallyHidden } from '@mantine/core'
import { useNow } from '../../../browser/clock.ts'
import { type FigureKind, figureNames, formatFigure, measuredFigure } from '../offer-figures.ts'
import styles from './offer-table.module.css'

/** What it means that a figure was measured under load. */
export const underLoadTitle =
  'Measured under load: other work used the machine meanwhile. It is measured again when idle.'

/** A benchmark with its date below, or a dash. */
export function MeasuredFigure({ offer, kind }: { offer: Offer; kind: FigureKind }) {
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
        {formatFigure(kind, figure.value)}
        {kind !== 'cpu_multi_mops' && <span className={styles.unit}>{figureNames[kind].unit}</span>}
      </div>
      <div className={styles.sub}>
        <time dateTime={figure.measured_at}>{formatAgo(figure.measured_at, nowMs)}</time>
        {figure.under_load && <span title={underLoadTitle}> · under load</span>}
      </div>
    </>
  )
}
