import type { Machine } from '@gridloom/contract/machines/machine'
import type { Model } from '@gridloom/contract/models/model'
import type { ServedModel } from '@gridloom/contract/models/serving'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { useServeModel } from '../api/serve-model.ts'
import { fieldAt, firstServeDraft, readServeDraft, type ServeDraft } from './serve-draft.ts'

export interface ServeFormInput {
  machine: Machine
  /** The models to choose from. */
  models: readonly Model[]
  /** The served model to edit. */
  change: ServedModel | undefined
  close: () => void
}

/** The serve form, submitted when it has no problems. */
export function useServeForm({ machine, models, change, close }: ServeFormInput) {
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
    mutateThen(serve, { model: chosen.id, order: read.order }, said, refuse)
  }

  function said(): void {
    const message = change
      ? 'Saved. Answers in progress keep their price.'
      : `${machine.name} is starting to serve ${chosen?.name}.`
    toasts.show({ type: 'success', message })
    close()
  }

  function refuse(error: Error): void {
    setProblem(placeFieldErrors({ ...form, fieldAt }, error))
  }

  return { form, chosen, problem, submit, busy: serve.isPending }
}
export type Serving = ReturnType<typeof useServeForm>
