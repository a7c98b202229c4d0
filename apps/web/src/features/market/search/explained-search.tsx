import { Button, Skeleton } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import type { SetFilters } from '../offer-search.ts'
import type { Relaxation } from '../relax.ts'
import styles from './explained-search.module.css'

interface ExplainedSearchProps {
  /** Undefined while the effects are loading. */
  lines: readonly Relaxation[] | undefined
  problem: Error | null
  onRelax: (change: SetFilters) => void
  onClear: () => void
}

/** Explains why there are few offers: how many each filter removes, and how many a relaxation adds. */
export function ExplainedSearch({ lines, problem, onRelax, onClear }: ExplainedSearchProps) {
  useShownInPlace(problem)
  return (
    <Section
      title="Filter impact"
      note="counted one at a time"
      inset="flush"
      actions={
        <Button size="compact-xs" variant="subtle" onClick={onClear}>
          Clear all filters
        </Button>
      }
    >
      <ul className={styles.lines} aria-busy={lines === undefined && !problem}>
        {lines === undefined && !problem && <WaitingLine />}
        {problem && (
          <li className={styles.line}>
            <span className={styles.muted}>Could not be calculated: {problem.message}</span>
          </li>
        )}
        {lines?.length === 0 && (
          <li className={styles.line}>
            <span className={styles.muted}>
              No single filter removes all offers, only their combination. Clear all filters to see
              every offer.
            </span>
          </li>
        )}
        {lines?.map((line) => (
          <RelaxLine key={line.filter} line={line} onRelax={onRelax} />
        ))}
      </ul>
    </Section>
  )
}

interface RelaxLineProps {
  line: Relaxation
  onRelax: (change: SetFilters) => void
}

function RelaxLine({ line, onRelax }: RelaxLineProps) {
  return (
    <li className={`${styles.line} gl-num`}>
      <span className={styles.filter}>
        <strong>{line.label}</strong> <span className={styles.muted}>{line.present}</span>
      </span>
      <span className={styles.muted}>removes {plural(line.removed, 'offer')}</span>
      {line.gained > 0 && (
        <span className={styles.act}>
          <span className={styles.muted}>
            adds {plural(line.gained, 'offer')}
            {line.cheapestMicroUsdPerHour !== null &&
              `, cheapest ${formatPerHour(line.cheapestMicroUsdPerHour)}`}
          </span>
          <Button size="compact-sm" variant="light" onClick={() => onRelax(line.change)}>
            {line.relaxed === 'any' ? 'Remove filter' : `Relax to ${line.relaxed}`}
          </Button>
        </span>
      )}
    </li>
  )
}

function WaitingLine() {
  return (
    <li className={styles.line} role="status" aria-label="Checking your filters">
      <Skeleton height={10} width="60%" />
      <Skeleton height={10} width="40%" />
      <Skeleton height={22} width={120} />
    </li>
  )
}
