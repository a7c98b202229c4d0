import type { RenderEstimate, RenderJob } from '@gridloom/contract/rendering/job'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Facts } from '../../../ui/components/facts.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { formatMoney, formatMoneyExact } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import styles from './config.module.css'

/** Estimated cost and time of all frames, with the reasons; empty before the test frame. */
export function EstimatePanel({ job }: { job: RenderJob }) {
  const { estimate, frame_micro_usd_max: most } = job
  if (estimate === null) {
    return (
      <Section title="Estimate">
        <p className={styles.hint}>
          No estimate yet. Render a test frame to see the time and cost per frame.
        </p>
      </Section>
    )
  }
  return (
    <Section title="Estimate" note={plural(estimate.frames, 'frame')}>
      <Facts facts={factsOf(estimate, most)} />
      <ul className={styles.reasons} aria-label="Estimate details">
        {estimate.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Section>
  )
}

function factsOf(estimate: RenderEstimate, most: number | null) {
  const { low_micro_usd: low, high_micro_usd: high, expected_micro_usd: expected } = estimate
  return [
    { name: 'One frame', value: formatMoney(estimate.micro_usd_per_frame) },
    ...(most === null ? [] : [{ name: 'Maximum per frame', value: formatMoneyExact(most) }]),
    { name: 'All frames', value: <strong>{formatMoney(expected)}</strong> },
    { name: 'Range', value: `${formatMoney(low)} – ${formatMoney(high)}` },
    {
      name: 'Time per frame',
      value: `${estimate.reference_s_per_frame.toFixed(1)} s on a reference machine`,
    },
    {
      name: 'Total time',
      value:
        estimate.wall_s === null
          ? 'unknown: no matching machine available'
          : `${formatDuration(estimate.wall_s)} with ${plural(estimate.machines, 'machine')}`,
    },
  ]
}
