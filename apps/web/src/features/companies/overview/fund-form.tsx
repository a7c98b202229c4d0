import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { useForm } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { balanceQuery } from '../../../api/queries.ts'
import { useAuth, useClient } from '../../../api/runtime.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { microUsdOf } from '../../../ui/format/usd.ts'
import { useFundCompany } from '../api/fund-company.ts'
import { type FundValues, validateFund } from './fund-values.ts'
import styles from './overview.module.css'

interface FundFormProps {
  company: CompanyOverview
  close: () => void
}

/** Asks for the amount, which the button repeats. Sending the same amount again moves it only once. */
export function FundForm({ company: { id, name }, close }: FundFormProps) {
  const fund = useFundCompany(id)
  const [problem, setProblem] = useState<string>()
  const [key] = useState(() => randomId('fund-'))
  const form = useForm<FundValues>({ initialValues: { usd: '' }, validate: validateFund })
  const amount = microUsdOf(form.values.usd)

  function submit({ usd }: FundValues): void {
    setProblem(undefined)
    // The key includes the amount: a retry of the same amount is idempotent, another amount is a new transfer.
    const body = { micro_usd: microUsdOf(usd), key: `${key}-${microUsdOf(usd)}` }
    fund.mutate(body, {
      onSuccess: close,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <p className={styles.mine}>
        Credit moves to {name} immediately. The owner who closes the company receives its remaining
        balance.
      </p>
      <MyBalance />
      <UsdField label="Amount" data-autofocus {...form.getInputProps('usd')} />
      <FormProblem text={problem} />
      <FormButtons busy={fund.isPending} cancel={close}>
        {amount > 0 ? `Add ${formatMoney(amount)}` : 'Add credit'}
      </FormButtons>
    </Form>
  )
}

/** The user's own balance; it cannot be read while the session works for a company. */
function MyBalance() {
  const isOneself = useAuth(({ user }) => user?.active_company === null)
  const balance = useQuery({ ...balanceQuery(useClient()), enabled: isOneself }).data
  if (!isOneself || balance === undefined) return null
  return (
    <p className={styles.mine}>
      Available to add: <Money microUsd={balance.available_micro_usd - balance.welcome_micro_usd} />
      .{balance.welcome_micro_usd > 0 && ' Welcome credit can’t be added.'}
    </p>
  )
}
