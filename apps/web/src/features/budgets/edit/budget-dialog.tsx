import { ApiError } from '@gridloom/client/api-error'
import type { AccountBudget } from '@gridloom/contract/budgets/account-budget'
import { NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeBudget } from '../budget-queries.ts'
import { periods } from '../budget-words.ts'
import { type BudgetDraft, budgetProblems, draftOf, settingsOf } from './budget-draft.ts'

interface BudgetDialogProps {
  /** `null`: the account has none yet. */
  budget: AccountBudget | null
  /** Undefined: it is of the whole account. */
  project?: string
  close: () => void
}

/** Sets the budget of the account or a project, or changes it. */
export function BudgetDialog({ budget, project, close }: BudgetDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(budget))
  const [wrong, setWrong] = useState<WrongFields>({})
  const change = useChangeBudget(close, project)
  const verb = budget === null ? 'Set budget' : 'Edit budget'
  const refused = change.error instanceof ApiError ? change.error.fields : {}
  const isPlaced = Object.keys(refused).length > 0

  function save(): void {
    const problems = budgetProblems(draft)
    setWrong(problems)
    if (Object.keys(problems).length === 0) change.mutate(settingsOf(draft))
  }

  return (
    <Modal opened onClose={close} title={project === undefined ? verb : `${verb} of ${project}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Fields draft={draft} wrong={{ ...refused, ...wrong }} onChange={setDraft} />
        <FormProblem
          text={change.error && !isPlaced ? describeError(change.error).text : undefined}
        />
        <FormButtons busy={change.isPending} cancel={close}>
          Save budget
        </FormButtons>
      </Form>
    </Modal>
  )
}

interface FieldsProps {
  draft: BudgetDraft
  wrong: WrongFields
  onChange: (draft: BudgetDraft) => void
}

function Fields({ draft, wrong, onChange }: FieldsProps) {
  const set = (change: Partial<BudgetDraft>) => onChange({ ...draft, ...change })
  return (
    <>
      <UsdField
        label="Amount"
        data-autofocus
        decimalScale={2}
        value={draft.amountUsd}
        error={problemAt(wrong, 'amount_micro_usd')}
        onChange={(value) => set({ amountUsd: typeof value === 'bigint' ? Number(value) : value })}
      />
      <NativeSelect
        label="Period"
        description="Budgets reset at midnight UTC: daily, on Mondays, or on the first of the month"
        data={[...periods]}
        value={draft.period}
        onChange={({ currentTarget: { value } }) =>
          set({ period: periods.find((one) => one.value === value)?.value ?? draft.period })
        }
      />
      <WhenUsedUp draft={draft} onChange={onChange} />
      <TextInput
        label="Alerts at"
        description="Percentages of the budget that are spent or on hold, by email and as notices"
        value={draft.alerts}
        error={problemAt(wrong, 'alert_percents')}
        onChange={({ currentTarget: { value } }) => set({ alerts: value })}
      />
      <Switch
        label="Alert when the spend rate will exceed the budget"
        checked={draft.forecast}
        onChange={({ currentTarget: { checked } }) => set({ forecast: checked })}
      />
    </>
  )
}

function WhenUsedUp({ draft, onChange }: Omit<FieldsProps, 'wrong'>) {
  return (
    <Radio.Group
      label="When it is used up"
      value={draft.onExceed}
      onChange={(value) => onChange({ ...draft, onExceed: value === 'stop' ? 'stop' : 'alert' })}
    >
      <Stack gap={8} mt={6}>
        <Radio value="alert" label="Alert only" description="Spending continues." />
        <Radio
          value="stop"
          label="Stop spending"
          description="Nothing more can be ordered, answers are refused, and instances are stopped. Their disks are kept for 48 hours."
        />
      </Stack>
    </Radio.Group>
  )
}
