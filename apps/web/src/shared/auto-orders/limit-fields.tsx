import { autoOrderDaysMax, autoOrderInstancesMax } from '@gridloom/contract/auto-orders/auto-order'
import { NumberInput, TextInput } from '@mantine/core'
import { problemAt, type WrongFields } from '../../ui/form/problem-at.ts'
import { UsdField } from '../../ui/form/usd-field.tsx'
import styles from './limit-fields.module.css'
import { autoOrderNameCharsMax, type LimitsDraft } from './limits-draft.ts'

interface LimitFieldsProps {
  draft: LimitsDraft
  wrong: WrongFields
  onChange: (part: Partial<LimitsDraft>) => void
}

/** The name, query, price and limits of an automatic order. */
export function LimitFields({ draft, wrong, onChange }: LimitFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextInput
        label="Name"
        maxLength={autoOrderNameCharsMax}
        value={draft.name}
        error={problemAt(wrong, 'name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Query"
        description="Empty for any offer"
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: styles.query }}
        value={draft.query}
        error={problemAt(wrong, 'query')}
        onChange={(event) => onChange({ query: event.currentTarget.value })}
      />
      <div className={styles.numbers}>
        <MoneyFields draft={draft} wrong={wrong} onChange={onChange} />
        <CountFields draft={draft} wrong={wrong} onChange={onChange} />
      </div>
    </div>
  )
}

/** What one instance may cost, and all of them. */
function MoneyFields({ draft, wrong, onChange }: LimitFieldsProps) {
  return (
    <>
      <UsdField
        label="Price per hour, at most"
        description="Of an instance with its disk"
        placeholder="0.30"
        value={draft.maxPriceUsd}
        error={problemAt(wrong, 'max_price_micro_usd_per_hour')}
        onChange={(value) => onChange({ maxPriceUsd: usd(value) })}
      />
      <UsdField
        label="Total budget"
        description="Shared by its instances"
        placeholder="No limit"
        value={draft.budgetUsd}
        error={problemAt(wrong, 'budget_micro_usd')}
        onChange={(value) => onChange({ budgetUsd: usd(value) })}
      />
    </>
  )
}

/** How many, how many at a time, and until when. */
function CountFields({ draft, wrong, onChange }: LimitFieldsProps) {
  const whole = { min: 1, allowDecimal: false, classNames: { input: 'gl-num' } } as const
  return (
    <>
      <NumberInput
        label="Instances"
        description="How many it rents in all"
        {...whole}
        max={autoOrderInstancesMax}
        value={draft.instancesMax}
        error={problemAt(wrong, 'instances_max')}
        onChange={(instancesMax) => onChange({ instancesMax })}
      />
      <NumberInput
        label="At the same time"
        description="How many may run"
        placeholder="No limit"
        {...whole}
        max={autoOrderInstancesMax}
        value={draft.runningMax}
        error={problemAt(wrong, 'running_max')}
        onChange={(runningMax) => onChange({ runningMax })}
      />
      <NumberInput
        label="Ends in"
        description="Its instances continue"
        suffix={draft.days === 1 ? ' day' : ' days'}
        {...whole}
        max={autoOrderDaysMax}
        value={draft.days}
        error={problemAt(wrong, 'ends_at')}
        onChange={(days) => onChange({ days })}
      />
    </>
  )
}

function usd(value: number | string | bigint): number | string {
  return typeof value === 'bigint' ? Number(value) : value
}
