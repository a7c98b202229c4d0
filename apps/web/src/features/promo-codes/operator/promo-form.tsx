import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { clockNowMs } from '../../../browser/clock.ts'
import { expiryChoices } from '../../../shared/keys/expiry.ts'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { microUsdOf } from '../../../ui/format/usd.ts'
import { useCreatePromoCode } from '../promo-codes-api.ts'
import { newPromoDraft, type PromoDraft, promoProblems, readPromoDraft } from './promo-draft.ts'

/** Label, code, credit, uses and terms of a new promo code. The input is kept when the request fails. */
export function PromoForm({ done }: { done: () => void }) {
  const create = useCreatePromoCode()
  const [problem, setProblem] = useState<string>()
  const form = useForm<PromoDraft>({
    initialValues: newPromoDraft,
    validate: (draft) => promoProblems(draft, clockNowMs()),
  })
  const most = microUsdOf(form.values.usd) * Number(form.values.uses_max)

  function submit(draft: PromoDraft): void {
    setProblem(undefined)
    create.mutate(readPromoDraft(draft, clockNowMs()), {
      onSuccess: done,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Label"
        description="Internal note. Only you can see it."
        maxLength={80}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <TextInput
        label="Code"
        description="Leave empty for a random one, which can’t be guessed."
        placeholder="autumn-26"
        maxLength={64}
        {...form.getInputProps('code')}
      />
      <UsdField label="Credit" {...form.getInputProps('usd')} />
      <NumberInput
        label="Uses"
        description={
          most > 0 ? `Costs ${formatMoney(most)} at most` : 'How many accounts can redeem it'
        }
        min={1}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('uses_max')}
      />
      <Conditions form={form} />
      <FormProblem text={problem} />
      <FormButtons busy={create.isPending} cancel={done}>
        Create promo code
      </FormButtons>
    </Form>
  )
}

/** Who can redeem the code, until when, and on which terms. */
function Conditions({ form }: { form: UseFormReturnType<PromoDraft> }) {
  const { choice, date } = form.values.expires_at
  const expiry = form.getInputProps('expires_at')
  return (
    <>
      <Select
        label="Expires"
        data={[...expiryChoices]}
        value={choice}
        allowDeselect={false}
        error={choice === 'date' ? undefined : expiry.error}
        onChange={(next) => next !== null && expiry.onChange({ choice: next, date })}
      />
      {choice === 'date' && (
        <TextInput
          type="date"
          label="Last day"
          value={date}
          error={expiry.error}
          onChange={(event) => expiry.onChange({ choice, date: event.currentTarget.value })}
        />
      )}
      <NumberInput
        label="Only new accounts"
        description="At most so many days old. Leave empty for all accounts."
        min={1}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('new_accounts_days')}
      />
      <Textarea
        label="Terms"
        description="Shown before a user redeems the code"
        maxLength={1_000}
        autosize
        minRows={2}
        {...form.getInputProps('terms')}
      />
      <Checkbox
        label="Once per mailbox"
        description="Also with several accounts and spellings of an address"
        {...form.getInputProps('once_per_mailbox', { type: 'checkbox' })}
      />
    </>
  )
}
