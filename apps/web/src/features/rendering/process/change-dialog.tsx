import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Slider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { microUsdOf, usdOf } from '../../../ui/format/usd.ts'
import { useChangeJob } from '../api/change-job.ts'
import { budgetProblem } from '../config/budget.ts'
import styles from './process.module.css'

interface ChangeDialogProps {
  job: RenderJob
  onClose: () => void
}

/** Changes budget and priority of a running job; the budget must cover what is charged and in progress. */
export function ChangeDialog({ job, onClose }: ChangeDialogProps) {
  const change = useChangeJob(job.taskId)
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: {
      budget_micro_usd: usdOf(job.budget_micro_usd) as number | string,
      priority: job.priority,
    },
    validate: { budget_micro_usd: budgetProblem },
  })

  function save({ budget_micro_usd: usd, priority }: typeof form.values): void {
    setProblem(undefined)
    change.mutate(
      { budget_micro_usd: microUsdOf(usd), priority },
      { onSuccess: onClose, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  return (
    <Modal opened onClose={onClose} title="Budget and priority" size="sm">
      <Form onSubmit={form.onSubmit(save)}>
        <UsdField
          label="Budget"
          description={
            <>
              <Money microUsd={job.charged_micro_usd} /> already spent. The budget is held in full
              and never exceeded.
            </>
          }
          data-autofocus
          {...form.getInputProps('budget_micro_usd')}
        />
        <div>
          <p className={styles.label}>Priority among your jobs: {form.values.priority}</p>
          <Slider
            min={0}
            max={100}
            label={null}
            thumbLabel="Priority"
            {...form.getInputProps('priority')}
          />
        </div>
        <FormProblem text={problem} />
        <FormButtons busy={change.isPending} cancel={onClose}>
          Save
        </FormButtons>
      </Form>
    </Modal>
  )
}
