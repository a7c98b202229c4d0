import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { clockNowMs } from '../../browser/clock.ts'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { ProjectField } from '../projects/project-field.tsx'
import styles from './api-keys.module.css'
import { budgetPeriods, periodHint } from './budget-period.ts'
import { ExpiryField } from './expiry-field.tsx'
import { asksModels, draftProblems, type KeyDraft, newKeyDraft, readKeyDraft } from './key-draft.ts'
import type { MakeKey } from './make-key.ts'
import { ModelsField } from './models-field.tsx'
import { ScopeChecklist } from './scope-checklist.tsx'

/** Name, scopes, models, budget and expiry of a new key. The input is kept when the request fails. */
export function NewKeyForm({ make, cancel }: { make: MakeKey; cancel: () => void }) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<KeyDraft>({
    initialValues: newKeyDraft,
    validate: (draft) => problemsIn(draft, clockNowMs()),
  })

  function submit(draft: KeyDraft): void {
    setProblem(undefined)
    make.mutate(readKeyDraft(draft, clockNowMs()), {
      onError: (error) => setProblem(placeFieldErrors(form, error) ?? undefined),
    })
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Name"
        description="Where you’ll use it"
        placeholder="ci, notebook, render farm"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeChecklist {...fieldOf(form.getInputProps('scopes'))} value={form.values.scopes} />
      {asksModels(form.values.scopes) && (
        <ModelsField {...fieldOf(form.getInputProps('models'))} value={form.values.models} />
      )}
      <div className={styles.pair}>
        <NumberInput
          label="Budget"
          description="The most it can spend. Leave empty for no limit other than your balance."
          prefix="$"
          min={0}
          decimalScale={6}
          thousandSeparator=","
          hideControls
          classNames={{ input: 'gl-num' }}
          {...form.getInputProps('budget_micro_usd')}
        />
        <Select
          label="Budget period"
          description={periodHint(form.values.budget_period)}
          data={[...budgetPeriods]}
          allowDeselect={false}
          disabled={form.values.budget_micro_usd === ''}
          {...form.getInputProps('budget_period')}
        />
        <ExpiryField
          {...fieldOf(form.getInputProps('expires_at'))}
          value={form.values.expires_at}
        />
        <ProjectField
          {...fieldOf(form.getInputProps('project'))}
          description="What its orders and answers are booked to. A new name creates a project."
          value={form.values.project}
        />
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <DialogButtons>
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={make.isPending}>
          Create key
        </Button>
      </DialogButtons>
    </form>
  )
}

function problemsIn(draft: KeyDraft, nowMs: number) {
  const checks = draftProblems(nowMs)
  return {
    name: checks.name(draft.name),
    scopes: checks.scopes(draft.scopes),
    budget_micro_usd: checks.budget_micro_usd(draft.budget_micro_usd),
    project: checks.project(draft.project),
    expires_at: checks.expires_at(draft.expires_at),
  }
}

/** Returns the form's props for one of our own fields. */
function fieldOf({ error, onChange }: ReturnType<ReturnType<typeof useForm>['getInputProps']>) {
  return { error, onChange }
}
