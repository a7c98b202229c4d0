import { ApiError } from '@gridloom/client/api-error'
import type { Cards } from '@gridloom/contract/cards/card'
import { Button, Checkbox } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Section } from '../../ui/components/section.tsx'
import { Form, FormProblem } from '../../ui/form/form.tsx'
import { problemAt } from '../../ui/form/problem-at.ts'
import { UsdField } from '../../ui/form/usd-field.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { microUsdOf, type Usd, usdOf } from '../../ui/format/usd.ts'
import { amountProblem, presetsOf } from './amounts.ts'
import { usePay } from './api/change-cards.ts'
import styles from './cards.module.css'
import { useCardsSearch } from './cards-search.ts'

interface AddCreditProps {
  limits: NonNullable<Cards['limits']>
}

/** Chooses an amount, and leaves for the processor's page. */
export function AddCredit({ limits }: AddCreditProps) {
  const { amountCents } = useCardsSearch()
  const [usd, setUsd] = useState<Usd>(amountCents === undefined ? '' : amountCents / 100)
  const [saveCard, setSaveCard] = useState(false)
  const [problem, setProblem] = useState<string>()
  const pay = usePay((url) => location.assign(url))
  const microUsd = microUsdOf(usd)
  const refused = pay.error instanceof ApiError ? problemAt(pay.error.fields, 'micro_usd') : null

  function submit(): void {
    const wrong = amountProblem(usd, limits)
    setProblem(wrong)
    if (wrong === undefined) pay.mutate({ micro_usd: microUsd, save_card: saveCard })
  }

  return (
    <Section title="Add credit">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Presets limits={limits} microUsd={microUsd} onChoose={(one) => setUsd(usdOf(one))} />
        <UsdField
          label="Amount"
          description={`${formatMoney(limits.payment_micro_usd_min)} to ${formatMoney(limits.payment_micro_usd_max)}`}
          decimalScale={2}
          value={usd}
          error={problem ?? refused ?? undefined}
          onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
        />
        <Checkbox
          label="Save the card"
          description="For later payments and automatic top-ups"
          checked={saveCard}
          onChange={({ currentTarget }) => setSaveCard(currentTarget.checked)}
        />
        <FormProblem text={pay.error && !refused ? describeError(pay.error).text : undefined} />
        <Button
          className={styles.submit ?? ''}
          type="submit"
          variant="filled"
          loading={pay.isPending}
          rightSection={<IconExternalLink size={14} aria-hidden />}
        >
          {microUsd > 0 ? `Pay ${formatMoney(microUsd)}` : 'Continue to payment'}
        </Button>
        <p className={styles.sub}>You pay on Stripe’s page. We never see the card’s number.</p>
      </Form>
    </Section>
  )
}

interface PresetsProps extends AddCreditProps {
  /** The amount that is typed or chosen. */
  microUsd: number
  onChoose: (microUsd: number) => void
}

/** The usual amounts, without cents. */
function Presets({ limits, microUsd, onChoose }: PresetsProps) {
  return (
    <fieldset className={styles.presets} aria-label="Amounts">
      {presetsOf(limits).map((preset) => (
        <Button
          key={preset}
          aria-pressed={preset === microUsd}
          variant={preset === microUsd ? 'light' : 'default'}
          onClick={() => onChoose(preset)}
        >
          {formatMoney(preset).replace('.00', '')}
        </Button>
      ))}
    </fieldset>
  )
}
