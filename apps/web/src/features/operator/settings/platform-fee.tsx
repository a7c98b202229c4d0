import type { BasisPoints } from '@gridloom/contract/core/values'
import { splitFee } from '@gridloom/domain/fees'
import { Button, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form } from '../../../ui/form/form.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { settingsQuery } from '../api/operator-queries.ts'
import { useWriteSettings } from '../api/write-settings.ts'
import styles from '../operator.module.css'

/** The platform's share of every charge. */
export function PlatformFee() {
  const settings = useQuery(settingsQuery(useClient()))
  return (
    <Section title="Platform fee">
      <Loaded query={settings} what="the settings" rows={2}>
        {({ platform_fee_basis_points: fee }) => <FeeForm fee={fee} />}
      </Loaded>
    </Section>
  )
}

const percentMax = 50
const exampleMicroUsd = 1_000_000

function FeeForm({ fee }: { fee: BasisPoints }) {
  const save = useWriteSettings('Platform fee saved. It applies to new orders.')
  const form = useForm<{ percent: string | number }>({
    initialValues: { percent: fee / 100 },
    validate: {
      percent: (percent) =>
        percent !== '' && Number(percent) >= 0 && Number(percent) <= percentMax
          ? null
          : `Enter a percentage from 0 to ${percentMax}`,
    },
  })
  const typed = Math.round(Math.min(percentMax, Math.max(0, Number(form.values.percent))) * 100)
  const { earnedMicroUsd } = splitFee(exampleMicroUsd, typed)
  return (
    <Form
      onSubmit={form.onSubmit(() =>
        save.mutate(
          { platform_fee_basis_points: typed },
          {
            onSuccess: () => form.resetDirty(),
            onError: (error) => {
              const problem = placeFieldErrors(form, error)
              if (problem !== undefined) form.setErrors({ percent: problem })
            },
          },
        ),
      )}
    >
      <NumberInput
        label="Share of every charge"
        description={`Included in the renter’s price. Of each $1.00, providers receive ${formatMoney(earnedMicroUsd)}.`}
        suffix="%"
        min={0}
        max={percentMax}
        decimalScale={2}
        hideControls
        inputMode="decimal"
        classNames={{ input: 'gl-num' }}
        {...form.getInputProps('percent')}
      />
      <Button
        className={styles.submit ?? ''}
        type="submit"
        disabled={!form.isDirty()}
        loading={save.isPending}
      >
        Save fee
      </Button>
    </Form>
  )
}
