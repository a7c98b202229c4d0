import { microUsdPerUsd } from '@gridloom/contract/constants'
import { Button, NumberInput, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { placeFieldErrors } from '../../../lib/api/field-errors.ts'
import { keys } from '../../../lib/api/keys.ts'
import { Section } from '../../../lib/parts/section.tsx'
import { ErrorState } from '../../../lib/parts/states.tsx'
import { useClient, useToasts } from '../../../lib/runtime.tsx'
import styles from '../account-page.module.css'

/** The operator sets what a new account starts with. */
export function StartingCredit() {
  const client = useClient()
  const settings = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => client.operator.readSettings({ signal }),
  })
  return (
    <Section title="Starting credit" note="operator">
      {settings.isPending && <Skeleton height={110} aria-label="Loading the settings" />}
      {settings.isError && (
        <ErrorState
          title="The settings could not be loaded"
          error={settings.error}
          retry={() => settings.refetch()}
        />
      )}
      {settings.data && <CreditForm startingMicroUsd={settings.data.starting_credit_micro_usd} />}
    </Section>
  )
}

function CreditForm({ startingMicroUsd }: { startingMicroUsd: number }) {
  const save = useWriteSettings()
  const form = useForm<{ usd: number | string }>({
    initialValues: { usd: startingMicroUsd / microUsdPerUsd },
    validate: { usd: (usd) => (usd !== '' && Number(usd) >= 0 ? null : 'An amount from $0 up') },
  })
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.onSubmit(({ usd }) =>
        save.mutate(Math.round(Number(usd) * microUsdPerUsd), {
          onSuccess: () => form.resetDirty(),
          onError: (error) => form.setErrors({ usd: placeFieldErrors(form, error) }),
        }),
      )}
    >
      <NumberInput
        label="Every new account gets"
        prefix="$"
        min={0}
        decimalScale={6}
        thousandSeparator=","
        hideControls
        classNames={{ input: 'gl-num' }}
        {...form.getInputProps('usd')}
      />
      <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
        Save
      </Button>
    </form>
  )
}

function useWriteSettings() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (microUsd: number) =>
      client.operator.writeSettings({ body: { starting_credit_micro_usd: microUsd } }),
    onSuccess: (settings) => {
      queryClient.setQueryData(keys.settings, settings)
      toasts.show({ type: 'success', message: 'Starting credit saved' })
    },
  })
}
