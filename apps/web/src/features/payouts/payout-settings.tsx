import type { PayoutSource } from '@gridloom/contract/payouts/payout'
import type { PayeeNeed, PayoutSettingsView } from '@gridloom/contract/payouts/settings'
import { Button, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useToasts } from '../../api/runtime.tsx'
import { vatCheckWords } from '../../shared/vat/vat-check-words.ts'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../ui/form/form.tsx'
import { UsdField } from '../../ui/form/usd-field.tsx'
import styles from './payouts.module.css'
import { payoutSettingsQuery, useChangePayoutSettings } from './payouts-api.ts'
import { draftOf, draftProblems, type SettingsDraft, settingsOf } from './settings-draft.ts'
import { sourceName } from './source-words.ts'

/** When payouts are made, and who is paid where the operator asks for it. */
export function PayoutSettingsSection({ sources }: { sources: readonly PayoutSource[] }) {
  const settings = useQuery(payoutSettingsQuery(useClient()))
  return (
    <Section title="Payout settings">
      <Loaded query={settings} what="your payout settings">
        {(data) => <SettingsForm settings={data} sources={sources} />}
      </Loaded>
    </Section>
  )
}

interface SettingsFormProps {
  settings: PayoutSettingsView
  sources: readonly PayoutSource[]
}

function SettingsForm({ settings, sources }: SettingsFormProps) {
  const change = useChangePayoutSettings()
  const toasts = useToasts()
  const [problem, setProblem] = useState<string>()
  const form = useForm<SettingsDraft>({
    initialValues: draftOf(settings, sources),
    validate: (draft) => draftProblems(draft, settings.payee_need),
  })

  function submit(draft: SettingsDraft): void {
    setProblem(undefined)
    change.mutate(settingsOf(draft, settings, sources), {
      onSuccess: () => toasts.show({ type: 'success', message: 'Payout settings saved' }),
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <Radio.Group label="Schedule" {...form.getInputProps('schedule')}>
        <Stack gap={8} mt={6}>
          <Radio value="at_will" label="When I request them" />
          <Radio
            value="weekly"
            label="Weekly: all that is payable, on Monday or later in the week"
          />
        </Stack>
      </Radio.Group>
      {form.values.schedule === 'weekly' && (
        <>
          <UsdField
            label="Threshold"
            description="A weekly payout waits until this much is payable"
            {...form.getInputProps('threshold')}
          />
          <NativeSelect
            label="Paid in"
            data={sources.map((one, index) => ({ value: String(index), label: sourceName(one) }))}
            {...form.getInputProps('source')}
          />
        </>
      )}
      {settings.payee_need !== 'none' && <PayeeFields form={form} need={settings.payee_need} />}
      {settings.payee_vat_check && (
        <p className={styles.text}>{vatCheckWords(settings.payee_vat_check)}</p>
      )}
      <FormProblem text={problem} />
      <DialogButtons>
        <Button type="submit" loading={change.isPending}>
          Save settings
        </Button>
      </DialogButtons>
    </Form>
  )
}

interface PayeeFieldsProps {
  form: Pick<UseFormReturnType<SettingsDraft>, 'getInputProps'>
  need: PayeeNeed
}

function PayeeFields({ form, need }: PayeeFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="Who is paid; the operator asks for it"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Country"
        description="Two letters, such as DE"
        maxLength={2}
        {...form.getInputProps('country')}
      />
      {need === 'tax_id' && (
        <TextInput label="VAT or tax number" maxLength={40} {...form.getInputProps('taxId')} />
      )}
    </>
  )
}
