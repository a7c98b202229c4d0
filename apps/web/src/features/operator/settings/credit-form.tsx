import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { useState } from 'react'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { microUsdOf } from '../../../ui/format/usd.ts'
import { useGiveCredit } from '../api/give-credit.ts'
import styles from '../operator.module.css'
import { type CreditValues, readCredit, validateCredit } from './credit-values.ts'

interface CreditFormProps {
  /** Email address of the account, if known. */
  email?: string
  done?: () => void
}

/** Gives credit to an account. A retry of the same form gives it only once. */
export function CreditForm({ email = '', done }: CreditFormProps) {
  const give = useGiveCredit()
  const [problem, setProblem] = useState<string>()
  const [key, setKey] = useState(() => randomId('credit-'))
  const form = useForm<CreditValues>({
    initialValues: { email, usd: '', text: '' },
    validate: validateCredit,
  })
  const amount = microUsdOf(form.values.usd)

  function submit(values: CreditValues): void {
    setProblem(undefined)
    give.mutate(
      { ...readCredit(values), key },
      {
        onSuccess: () => {
          form.reset()
          setKey(randomId('credit-'))
          done?.()
        },
        onError: (error) => setProblem(placeFieldErrors(form, error)),
      },
    )
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <TextInput label="Account email" type="email" {...form.getInputProps('email')} />
      <UsdField label="Amount" {...form.getInputProps('usd')} />
      <TextInput
        label="Reason"
        description="Shown on their statement"
        maxLength={200}
        {...form.getInputProps('text')}
      />
      <FormProblem text={problem} />
      <Button
        className={styles.submit ?? ''}
        type="submit"
        variant="filled"
        loading={give.isPending}
      >
        {amount > 0 ? `Give ${formatMoney(amount)}` : 'Give credit'}
      </Button>
    </Form>
  )
}
