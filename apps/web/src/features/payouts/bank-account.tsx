import type { BankAccounts } from '@gridloom/contract/payouts/bank-account'
import { readIban } from '@gridloom/domain/payouts/iban'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useToasts } from '../../api/runtime.tsx'
import { RemoveButton } from '../../shared/components/remove-button.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'
import styles from './payouts.module.css'
import {
  bankAccountQuery,
  useCancelBankAccount,
  useChangeBankAccount,
  useRemoveBankAccount,
} from './payouts-api.ts'

type Account = NonNullable<BankAccounts['current']>

/** The bank account that payouts go to, a change that waits, and the entry of another. */
export function BankAccountSection() {
  const accounts = useQuery(bankAccountQuery(useClient()))
  const [entering, setEntering] = useState<'yes' | 'no'>('no')
  const remove = useRemoveBankAccount()
  return (
    <Section
      title="Bank account"
      actions={
        <Button onClick={() => setEntering('yes')}>
          {accounts.data?.current ? 'Change bank account' : 'Add bank account'}
        </Button>
      }
    >
      <Loaded query={accounts} what="your bank account" rows={1}>
        {({ current, pending }) => (
          <div className={styles.stack}>
            {current === null ? (
              <p className={styles.text}>No bank account is in effect.</p>
            ) : (
              <Known account={current} />
            )}
            {pending !== null && <Pending pending={pending} />}
            {(current ?? pending) !== null && (
              <div className={styles.buttons}>
                <RemoveButton
                  thing={undefined}
                  word="Remove"
                  name="bank account"
                  confirmWord="Remove bank account"
                  done="Bank account removed"
                  remove={remove}
                >
                  Payouts in progress still go to it.
                </RemoveButton>
              </div>
            )}
          </div>
        )}
      </Loaded>
      {entering === 'yes' && <EnterAccount close={() => setEntering('no')} />}
    </Section>
  )
}

function Known({ account }: { account: Account }) {
  return (
    <div>
      <div className={styles.name}>{account.iban}</div>
      <div className={styles.sub}>
        {account.holder}
        {account.bic !== null && `, ${account.bic}`}
      </div>
    </div>
  )
}

function Pending({ pending }: { pending: Account }) {
  const cancel = useCancelBankAccount()
  return (
    <div className={styles.stack}>
      <p className={styles.text}>From {formatDayAndTime(pending.effective_at)} on:</p>
      <Known account={pending} />
      <div>
        <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel change
        </Button>
      </div>
      {cancel.error && (
        <p className={styles.problem} role="alert">
          {describeError(cancel.error).text}
        </p>
      )}
    </div>
  )
}

function EnterAccount({ close }: { close: () => void }) {
  const change = useChangeBankAccount()
  const toasts = useToasts()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { iban: '', bic: '', holder: '' },
    validate: {
      iban: (iban) => (readIban(iban) === undefined ? 'This IBAN is not right: check it' : null),
      bic: (bic) => (/^$|^\w{8}$|^\w{11}$/.test(bic.trim()) ? null : 'Enter 8 or 11 characters'),
      holder: (holder) => (holder.trim() === '' ? 'Name is required' : null),
    },
  })

  function submit({ iban, bic, holder }: typeof form.values): void {
    setProblem(undefined)
    const code = bic.trim().toUpperCase()
    change.mutate(
      { iban: iban.trim(), bic: code === '' ? null : code, holder: holder.trim() },
      {
        onSuccess: () => {
          toasts.show({ type: 'success', message: 'Bank account saved: in effect in 24 hours' })
          close()
        },
        onError: (error) => setProblem(placeFieldErrors(form, error)),
      },
    )
  }

  return (
    <Modal opened onClose={close} title="Bank account" size="md">
      <Form onSubmit={form.onSubmit(submit)}>
        <p className={styles.text}>
          Payouts are in US dollars. It takes effect after 24 hours; until then you can cancel it.
        </p>
        <TextInput label="IBAN" maxLength={50} data-autofocus {...form.getInputProps('iban')} />
        <TextInput
          label="Holder"
          description="The name as your bank has it, in Latin letters"
          maxLength={70}
          {...form.getInputProps('holder')}
        />
        <TextInput
          label="BIC"
          description="Optional. Banks outside the euro area often need it"
          maxLength={11}
          {...form.getInputProps('bic')}
        />
        <FormProblem text={problem} />
        <FormButtons busy={change.isPending} cancel={close}>
          Save bank account
        </FormButtons>
      </Form>
    </Modal>
  )
}
