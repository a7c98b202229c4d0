import type { PromoTerms } from '@gridloom/contract/promo-codes/promo-code'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../ui/components/section.tsx'
import { Form, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { conditionsOf } from './promo-code-words.ts'
import styles from './promo-codes.module.css'
import { useCheckPromoCode, useRedeemPromoCode } from './promo-codes-api.ts'

/** The tab "Promo code" of Billing: the terms of a code are shown before it is redeemed. */
export function PromoCodePanel() {
  const check = useCheckPromoCode()
  const redeem = useRedeemPromoCode()
  const [code, setCode] = useState('')
  const terms = check.data
  const error = redeem.error ?? check.error

  function start(text: string): void {
    check.reset()
    redeem.reset()
    setCode(text)
  }

  return (
    <Section title="Promo code">
      <div className={styles.panel}>
        <p className={styles.text}>Enter a code to see its terms. Nothing is redeemed yet.</p>
        <Form
          onSubmit={(event) => {
            event.preventDefault()
            redeem.reset()
            if (code.trim() !== '') check.mutate(code.trim())
          }}
        >
          <TextInput
            label="Code"
            value={code}
            maxLength={64}
            autoComplete="off"
            disabled={terms !== undefined}
            onChange={(event) => start(event.currentTarget.value)}
          />
          <FormProblem text={error ? describeError(error).text : undefined} />
          {terms === undefined && (
            <div>
              <Button type="submit" loading={check.isPending} disabled={code.trim() === ''}>
                Show terms
              </Button>
            </div>
          )}
        </Form>
        {terms !== undefined && (
          <Offered
            terms={terms}
            busy={redeem.isPending}
            cancel={() => start(code)}
            accept={() => redeem.mutate(terms.code, { onSuccess: () => start('') })}
          />
        )}
      </div>
    </Section>
  )
}

interface OfferedProps {
  terms: PromoTerms
  busy: boolean
  accept: () => void
  cancel: () => void
}

/** The terms of a code, and the button that accepts them. */
function Offered({ terms, busy, accept, cancel }: OfferedProps) {
  return (
    <div className={styles.terms}>
      <span className={styles.amount}>{formatMoney(terms.amount_micro_usd)} credit</span>
      {terms.terms !== '' && <p>{terms.terms}</p>}
      <ul>
        {conditionsOf(terms).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <span className={styles.buttons}>
        <Button variant="filled" loading={busy} onClick={accept}>
          Redeem
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </span>
    </div>
  )
}
