import type { ResponseOf } from '@gridloom/contract/core/endpoint'
import type { operator } from '@gridloom/contract/operator/endpoints'
import { NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { clockNowMs } from '../../../browser/clock.ts'
import { ExpiryField } from '../../../shared/keys/expiry-field.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import type { NewAccessCode } from '../api/make-access-code.ts'
import { type CodeDraft, codeProblems, newCodeDraft, readCodeDraft } from './code-draft.ts'

export type CreatedAccessCode = ResponseOf<typeof operator.makeAccessCode>

interface CodeFormProps {
  make: UseMutationResult<CreatedAccessCode, Error, NewAccessCode>
  cancel: () => void
}

/** Label, code, uses and expiry of a new access code. The input is kept when the request fails. */
export function CodeForm({ make, cancel }: CodeFormProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<CodeDraft>({
    initialValues: newCodeDraft,
    validate: (draft) => codeProblems(draft, clockNowMs()),
  })
  const expiry = form.getInputProps('expires_at')

  function submit(draft: CodeDraft): void {
    setProblem(undefined)
    make.mutate(readCodeDraft(draft, clockNowMs()), {
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Label"
        description="Internal note. Only you can see it."
        placeholder="Meetup in November"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <Radio.Group label="Code" {...form.getInputProps('way')}>
        <Stack gap="xs" mt={6}>
          <Radio size="xs" value="random" label="Random" description="Can’t be guessed" />
          <Radio
            size="xs"
            value="own"
            label="Custom"
            description="Easier to share, easier to guess"
          />
        </Stack>
      </Radio.Group>
      {form.values.way === 'own' && (
        <TextInput
          label="Your code"
          placeholder="november-meetup"
          maxLength={64}
          {...form.getInputProps('code')}
        />
      )}
      <NumberInput
        label="Uses"
        description="How many accounts can use it. Leave empty for no limit."
        min={1}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('uses_max')}
      />
      <ExpiryField value={form.values.expires_at} error={expiry.error} onChange={expiry.onChange} />
      <FormProblem text={problem} />
      <FormButtons busy={make.isPending} cancel={cancel}>
        Create access code
      </FormButtons>
    </Form>
  )
}
