import { ApiError } from '@gridloom/client/api-error'
import type { AutoTopUp } from '@gridloom/contract/cards/auto-top-up'
import type { Cards } from '@gridloom/contract/cards/card'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import type { Usd } from '../../../ui/format/usd.ts'
import { useChangeAutoTopUp } from '../api/change-cards.ts'
import styles from '../cards.module.css'
import { draftOf, settingsOf, type TopUpDraft, topUpProblems } from './top-up-draft.ts'

interface TopUpFormProps {
  topUp: AutoTopUp
  limits: NonNullable<Cards['limits']>
  cards: Cards['cards']
}

/** Turns automatic top-ups on with their amounts, and off. */
export function TopUpForm({ topUp, limits, cards }: TopUpFormProps) {
  const [draft, setDraft] = useState(() => draftOf(topUp))
  const [wrong, setWrong] = useState<WrongFields>({})
  const change = useChangeAutoTopUp()
  const hasCard = cards.length > 0
  const refused = change.error instanceof ApiError ? change.error.fields : {}
  const isPlaced = Object.keys(refused).length > 0

  function save(): void {
    const problems = topUpProblems(draft, limits)
    setWrong(problems)
    if (Object.keys(problems).length === 0) change.mutate(settingsOf(draft))
  }

  /** Kept as it is saved, whatever is typed. */
  function turnOff(): void {
    const { below_micro_usd, add_micro_usd, month_micro_usd_max } = topUp
    change.mutate({ enabled: false, below_micro_usd, add_micro_usd, month_micro_usd_max })
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <AmountFields draft={draft} wrong={{ ...refused, ...wrong }} onChange={setDraft} />
      <FormProblem
        text={change.error && !isPlaced ? describeError(change.error).text : undefined}
      />
      {!hasCard && <p className={styles.note}>Save a card first.</p>}
      <div className={styles.row}>
        <Button type="submit" variant="filled" loading={change.isPending} disabled={!hasCard}>
          {topUp.enabled ? 'Save' : 'Turn on'}
        </Button>
        {topUp.enabled && (
          <Button disabled={change.isPending} onClick={turnOff}>
            Turn off
          </Button>
        )}
      </div>
    </Form>
  )
}

interface AmountFieldsProps {
  draft: TopUpDraft
  wrong: WrongFields
  onChange: (draft: TopUpDraft) => void
}

function AmountFields({ draft, wrong, onChange }: AmountFieldsProps) {
  const cents = { decimalScale: 2 } as const
  return (
    <div className={styles.numbers}>
      <UsdField
        label="When the balance is below"
        {...cents}
        value={draft.belowUsd}
        error={problemAt(wrong, 'below_micro_usd')}
        onChange={(value) => onChange({ ...draft, belowUsd: usd(value) })}
      />
      <UsdField
        label="Charge"
        {...cents}
        value={draft.addUsd}
        error={problemAt(wrong, 'add_micro_usd')}
        onChange={(value) => onChange({ ...draft, addUsd: usd(value) })}
      />
      <UsdField
        label="At most per month"
        {...cents}
        value={draft.monthUsd}
        error={problemAt(wrong, 'month_micro_usd_max')}
        onChange={(value) => onChange({ ...draft, monthUsd: usd(value) })}
      />
    </div>
  )
}

function usd(value: number | string | bigint): Usd {
  return typeof value === 'bigint' ? Number(value) : value
}
