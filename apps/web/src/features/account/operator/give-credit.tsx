import { microUsdPerUsd } from '@gridloom/contract/constants'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { placeFieldErrors } from '../../../lib/api/field-errors.ts'
import { formatMoney } from '../../../lib/format/money.ts'
import { Section } from '../../../lib/parts/section.tsx'
import { useClient, useToasts } from '../../../lib/runtime.tsx'
import styles from '../account-page.module.css'
import { type CreditValues, readCredit, validateCredit } from './credit-values.ts'

/** The operator gives an account credit. A retry of the same form gives it once. */
export function GiveCredit() {
  const give = useGiveCredit()
  const [problem, setProblem] = useState<string>()
  const [key, setKey] = useState(() => randomId('credit-'))
  const form = useForm<CreditValues>({
    initialValues: { email: '', usd: '', text: '' },
    validate: validateCredit,
  })
  const amount =
    Number(form.values.usd) > 0 ? Math.round(Number(form.values.usd) * microUsdPerUsd) : 0

  function submit(values: CreditValues) {
    setProblem(undefined)
    give.mutate(
      { ...readCredit(values), key },
      {
        onSuccess: () => {
          form.reset()
          setKey(randomId('credit-'))
        },
        onError: (error) => setProblem(placeFieldErrors(form, error)),
      },
    )
  }

  return (
    <Section title="Give credit" note="operator">
      <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
        <TextInput label="Account's email" type="email" {...form.getInputProps('email')} />
        <NumberInput
          label="Amount"
          prefix="$"
          min={0}
          decimalScale={6}
          thousandSeparator=","
          hideControls
          classNames={{ input: 'gl-num' }}
          {...form.getInputProps('usd')}
        />
        <TextInput label="What for" maxLength={200} {...form.getInputProps('text')} />
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" loading={give.isPending}>
          {amount > 0 ? `Give ${formatMoney(amount)}` : 'Give credit'}
        </Button>
        <p className={styles.note}>It stands in their ledger with the text you give.</p>
      </form>
    </Section>
  )
}

function useGiveCredit() {
  const client = useClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: ReturnType<typeof readCredit> & { key: string }) =>
      client.ledger.credit({ body }),
    onSuccess: (_balance, { email, micro_usd: microUsd }) =>
      toasts.show({ type: 'success', message: `${email} was given ${formatMoney(microUsd)}` }),
  })
}
