import type { StripeAccount } from '@gridloom/contract/payouts/stripe-account'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { RemoveButton } from '../../shared/components/remove-button.tsx'
import { countryName } from '../../shared/market/fact-text.ts'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'
import styles from './payouts.module.css'
import { stripeAccountQuery, useOpenStripe, useRemoveStripeAccount } from './payouts-api.ts'
import { stripeStatus } from './stripe-words.ts'

type Account = NonNullable<StripeAccount['account']>

/** The account at Stripe that payouts go to: its setup, what Stripe says of it, and the way there. */
export function StripeAccountSection({ isInEffect }: { isInEffect: boolean }) {
  const stripe = useQuery(stripeAccountQuery(useClient()))
  return (
    <Section title="Stripe">
      <Loaded query={stripe} what="your Stripe account" rows={1}>
        {({ account, countries }) =>
          account === null ? (
            <SetUp countries={countries} />
          ) : (
            <Known account={account} isInEffect={isInEffect} />
          )
        }
      </Loaded>
    </Section>
  )
}

function SetUp({ countries }: { countries: readonly string[] }) {
  const open = useOpenStripe((url) => location.assign(url))
  const [country, setCountry] = useState(countries[0] ?? '')
  return (
    <div className={styles.stack}>
      <p className={styles.text}>
        Stripe pays US dollars out to your bank account or debit card, and asks who you are. Your
        details stay at Stripe.
      </p>
      <NativeSelect
        label="Country"
        description="Where you live, or where your business is. It cannot be changed later"
        value={country}
        data={countries.map((value) => ({ value, label: countryName(value) }))}
        onChange={(event) => setCountry(event.currentTarget.value)}
      />
      <FormProblem text={open.error ? describeError(open.error).text : undefined} />
      <div className={styles.buttons}>
        <Button loading={open.isPending} onClick={() => open.mutate(country)}>
          Set up with Stripe
        </Button>
      </div>
    </div>
  )
}

interface KnownProps {
  account: Account
  /** Whether payouts can go to it now. */
  isInEffect: boolean
}

/** Stripe pays the account, but a change of where to is not in effect yet. */
const notYet = { tone: 'busy', word: 'Not in effect yet' } as const

function Known({ account, isInEffect }: KnownProps) {
  const open = useOpenStripe((url) => location.assign(url))
  const remove = useRemoveStripeAccount()
  const { note, action, ...badge } = stripeStatus(account)
  const isWaiting = account.state === 'ready' && !isInEffect
  return (
    <div className={styles.stack}>
      <div>
        <StatusBadge look="plain" {...(isWaiting ? notYet : badge)} />
        <div className={styles.sub}>{countryName(account.country)}</div>
      </div>
      {note !== undefined && <p className={styles.text}>{note}</p>}
      {isWaiting && account.effective_at !== null && (
        <p className={styles.text}>
          Payouts can go to it from {formatDayAndTime(account.effective_at)} on. If you did not
          enter its bank account or card, disconnect it.
        </p>
      )}
      <FormProblem text={open.error ? describeError(open.error).text : undefined} />
      <div className={styles.buttons}>
        <Button size="xs" loading={open.isPending} onClick={() => open.mutate(null)}>
          {action}
        </Button>
        <RemoveButton
          thing={undefined}
          word="Disconnect"
          name="Stripe account"
          confirmWord="Disconnect Stripe account"
          done="Stripe account disconnected"
          remove={remove}
        >
          Payouts in progress still go to it. Its balance at Stripe stays yours.
        </RemoveButton>
      </div>
    </div>
  )
}
