import { NumberInput } from '@mantine/core'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import styles from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'

interface AutomationFieldsProps {
  draft: RentDraft
  wrong: WrongFields
  onChange: (part: Partial<RentDraft>) => void
}

/** Optional limits of the order: the most that it may cost, and the longest that it runs. */
export function AutomationFields({ draft, wrong, onChange }: AutomationFieldsProps) {
  const isSet = draft.budgetUsd !== '' || draft.stopAfterHours !== ''
  return (
    <details className={styles.group} open={isSet || undefined}>
      <summary className={styles.fold}>
        Automation <span className={styles.hint}>optional</span>
      </summary>
      <div className={styles.limits}>
        <UsdField
          label="Budget"
          description="The most it may cost in all"
          placeholder="No limit"
          value={draft.budgetUsd}
          error={problemAt(wrong, 'automation.budget_micro_usd')}
          onChange={(value) =>
            onChange({ budgetUsd: typeof value === 'bigint' ? Number(value) : value })
          }
        />
        <NumberInput
          label="Stop after"
          description="Hours since each start"
          placeholder="No limit"
          min={0}
          decimalScale={2}
          hideControls
          classNames={{ input: 'gl-num' }}
          value={draft.stopAfterHours}
          error={problemAt(wrong, 'automation.stop_after_s')}
          onChange={(stopAfterHours) => onChange({ stopAfterHours })}
        />
      </div>
      <p className={styles.hint}>
        Stopping when idle and schedules can be set on its page once it is rented.
      </p>
    </details>
  )
}
