import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { settingsQuery } from '../api/operator-queries.ts'
import { useWriteSettings } from '../api/write-settings.ts'
import styles from '../operator.module.css'

/** The welcome credit that comes with an access code. */
export function StartingCredit() {
  const settings = useQuery(settingsQuery(useClient()))
  return (
    <Section title="Welcome credit">
      <Loaded query={settings} what="the settings" rows={2}>
        {({ starting_credit_micro_usd: microUsd }) => <CreditForm startingMicroUsd={microUsd} />}
      </Loaded>
    </Section>
  )
}

function CreditForm({ startingMicroUsd }: { startingMicroUsd: number }) {
  const save = useWriteSettings('Welcome credit saved')
  const form = useForm<{ usd: Usd }>({
    initialValues: { usd: usdOf(startingMicroUsd) },
    validate: {
      usd: (usd) => (usd !== '' && Number(usd) >= 0 ? null : 'Enter an amount of $0 or more'),
    },
  })
  return (
    <Form
      onSubmit={form.onSubmit(({ usd }) =>
        save.mutate(
          { starting_credit_micro_usd: microUsdOf(usd) },
          {
            onSuccess: () => form.resetDirty(),
            onError: (error) => {
              const problem = placeFieldErrors(form, error)
              if (problem !== undefined) form.setErrors({ usd: problem })
            },
          },
        ),
      )}
    >
      <UsdField
        label="Amount per account"
        description="Given once per mailbox when an access code is redeemed. It can’t be transferred or paid out."
        {...form.getInputProps('usd')}
      />
      <Button
        className={styles.submit ?? ''}
        type="submit"
        disabled={!form.isDirty()}
        loading={save.isPending}
      >
        Save
      </Button>
    </Form>
  )
}
