import type { Model } from '@gridloom/contract/models/model'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { modelsQuery } from '../../../api/queries.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { usePutModel } from '../api/put-model.ts'
import { fieldOf, firstModelDraft, type ModelDraft, readModelDraft } from './model-draft.ts'

export interface ModelFormProps {
  /** The model to edit; if omitted, one is added. */
  change: Model | undefined
  close: () => void
}
export type ModelForm = UseFormReturnType<ModelDraft>

/** The form of a model in the catalogue, submitted when it has no problems. */
export function useModelForm({ change, close }: ModelFormProps) {
  const put = usePutModel()
  const toasts = useToasts()
  const { data: known = [] } = useQuery(modelsQuery(useClient()))
  const [problem, setProblem] = useState<string>()
  const form: ModelForm = useForm<ModelDraft>({ initialValues: firstModelDraft(change) })

  function submit(draft: ModelDraft): void {
    setProblem(undefined)
    const taken = change ? [] : known.map(({ id }) => id)
    const read = readModelDraft(draft, taken)
    if (read.ok) mutateThen(put, read, () => said(read.id), refuse)
    else form.setErrors(read.problems)
  }

  function said(id: string): void {
    const message = change ? `${id} was updated` : `${id} was added. Machines can serve it now.`
    toasts.show({ type: 'success', message })
    close()
  }

  function refuse(error: Error): void {
    const fieldAt = (path: string) => fieldOf(form.getValues(), path)
    setProblem(placeFieldErrors({ ...form, fieldAt }, error))
  }

  return { form, problem, submit, busy: put.isPending }
}
