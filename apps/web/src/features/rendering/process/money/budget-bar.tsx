import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Money } from '../../../../ui/components/money.tsx'
import styles from './money.module.css'

/** Amount charged of the budget, with the estimate as a mark; the budget is never exceeded. */
export function BudgetBar({ job }: { job: RenderJob }) {
  const { budget_micro_usd: budget, charged_micro_usd: charged, estimate } = job
  if (budget === 0) return null
  const share = (microUsd: number) => Math.min(100, (microUsd / budget) * 100)
  return (
    <section className={styles.budget} aria-label="Budget">
      <div className={styles.track} aria-hidden>
        <span className={styles.charged} style={{ width: `${share(charged)}%` }} />
        {estimate && (
          <span
            className={styles.estimate}
            style={{ left: `${share(estimate.expected_micro_usd)}%` }}
          />
        )}
      </div>
      <p className={styles.words}>
        <Money microUsd={charged} /> of a budget of <Money microUsd={budget} />, never more.{' '}
        {job.held_micro_usd > 0 && (
          <>
            <Money microUsd={job.held_micro_usd} /> on hold; unused funds are released.
          </>
        )}
      </p>
    </section>
  )
}
