import type { Company } from '@gridloom/contract/companies/company'
import { companies } from '@gridloom/contract/companies/endpoints'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'

interface NameFormProps {
  /** The present name. */
  name: string
  /** The label of the submit button. */
  word: string
  hint?: string
  send: UseMutationResult<Company, Error, { name: string }>
  cancel: () => void
  done: (company: Company) => void
}

const nameShape = companies.create.body.shape.name

/** The form that creates or renames a company. */
export function NameForm({ name, word, hint, send, cancel, done }: NameFormProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { name },
    validate: {
      name: (typed) => nameShape.safeParse(typed).error?.issues[0]?.message ?? null,
    },
  })

  function submit(values: { name: string }): void {
    setProblem(undefined)
    mutateThen(send, { name: values.name.trim() }, done, (error) =>
      setProblem(placeFieldErrors(form, error)),
    )
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Name"
        description={hint}
        placeholder="Acme Research"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <FormProblem text={problem} />
      <FormButtons busy={send.isPending} cancel={cancel}>
        {word}
      </FormButtons>
    </Form>
  )
}
