import { ApiError } from '@gridloom/client/api-error'
import type { Machine } from '@gridloom/contract/machines'
import type { Model, ModelEndpoint } from '@gridloom/contract/models'
import { NumberInput, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { describeProblem } from '../../../lib/api/problems.ts'
import { Form, FormButtons, FormProblem } from '../../../lib/parts/form.tsx'
import { useToasts } from '../../../lib/runtime.tsx'
import { useServeModel } from '../api/serve-model.ts'
import { EngineFields } from './engine-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { fieldAt, firstServeDraft, readServeDraft, type ServeDraft } from './serve-draft.ts'

interface ServeFormProps {
  machine: Machine
  /** What may be chosen. */
  models: readonly Model[]
  change: ModelEndpoint | undefined
  close: () => void
}

/** Model, engine, prices and slots. What was typed stays when it fails. */
export function ServeForm({ machine, models, change, close }: ServeFormProps) {
  const serve = useServeModel(machine.id)
  const toasts = useToasts()
  const [problem, setProblem] = useState<string>()
  const form = useForm<ServeDraft>({ initialValues: firstServeDraft(change) })
  const chosen = models.find(({ id }) => id === form.values.model)

  function submit(draft: ServeDraft): void {
    setProblem(undefined)
    const read = readServeDraft(draft)
    if (!read.ok) form.setErrors(read.problems)
    if (!read.ok || chosen === undefined) return
    serve.mutate(
      { model: chosen.id, order: read.order },
      {
        onSuccess: () => {
          toasts.show({ type: 'success', message: saidOf(change, machine, chosen) })
          close()
        },
        onError: refuse,
      },
    )
  }

  function refuse(error: Error): void {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : []
    const placed = fields.flatMap(([path, text]) => {
      const field = fieldAt(path)
      return field === undefined ? [] : [[field, text] as const]
    })
    form.setErrors(Object.fromEntries(placed))
    if (placed.length < fields.length || fields.length === 0) {
      setProblem(describeProblem(error).text)
    }
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      {change === undefined && (
        <Select
          label="Model"
          description="From the catalogue of this installation"
          placeholder="org/name"
          data={models.map(({ id }) => id)}
          searchable
          nothingFoundMessage="No model is called that"
          {...form.getInputProps('model')}
        />
      )}
      <EngineFields form={form} model={chosen} />
      <PriceFields form={form} model={chosen} />
      <NumberInput
        label="Slots"
        description="Answers that it makes at once; four times as many wait behind them"
        min={1}
        max={256}
        allowDecimal={false}
        classNames={{ input: 'gl-num' }}
        {...form.getInputProps('slots')}
      />
      <FormProblem text={problem} />
      <FormButtons busy={serve.isPending} cancel={close}>
        {change ? 'Save' : 'Serve it'}
      </FormButtons>
    </Form>
  )
}

function saidOf(change: ModelEndpoint | undefined, machine: Machine, { name }: Model): string {
  return change
    ? 'Saved. Answers under way keep their price.'
    : `${machine.name} is told to serve ${name}. Its state appears here.`
}
