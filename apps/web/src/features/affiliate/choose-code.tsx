import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { useChooseCode } from './affiliate-api.ts'

/** Chooses the code of the account, once. The input is kept when the request fails. */
export function ChooseCode({ done }: { done: () => void }) {
  const choose = useChooseCode()
  const [problem, setProblem] = useState<string>()
  const form = useForm({ initialValues: { code: '' } })

  function submit({ code }: { code: string }): void {
    setProblem(undefined)
    choose.mutate(code, {
      onSuccess: done,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Code"
        description="4 to 32 letters, digits or -. It can be chosen once. Links with your present code keep working."
        maxLength={32}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('code')}
      />
      <FormProblem text={problem} />
      <FormButtons busy={choose.isPending} cancel={done}>
        Choose code
      </FormButtons>
    </Form>
  )
}
