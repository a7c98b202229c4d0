import type { PayoutSource, Payouts } from '@gridloom/contract/payouts/payout'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { Facts, Figure, FigureStrip } from '../../ui/components/facts.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Money } from '../../ui/components/money.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'
import { BankAccountSection } from './bank-account.tsx'
import { PayoutAddressSection } from './payout-address.tsx'
import { PayoutHistory } from './payout-history.tsx'
import { PayoutSettingsSection } from './payout-settings.tsx'
import styles from './payouts.module.css'
import { payoutsQuery } from './payouts-api.ts'
import { RequestPayout } from './request-payout.tsx'
import { hasTarget } from './source-words.ts'
import { StripeAccountSection } from './stripe-account.tsx'

/** The tab Payouts of Billing: what is payable, where it goes, and what was paid. In a company, for owners and admins. */
export function PayoutsTab() {
  const company = useQuery(detailsQuery(useClient())).data?.active_company ?? null
  if (company === null || mayInCompany(company.role, 'pay_out')) return <Payable />
  return (
    <Section title="Payouts">
      <EmptyState icon={<IconBuildingBank size={20} stroke={1.6} />} title="For owners and admins">
        Owners and admins of {company.name} see its payouts and where they go.
      </EmptyState>
    </Section>
  )
}

function Payable() {
  const payouts = useQuery(payoutsQuery(useClient()))
  return (
    <Loaded query={payouts} what="your payouts">
      {(data) => (
        <div className={styles.stack}>
          <Amounts payouts={data} />
          {data.sources.length === 0 ? <NotSetUp /> : <SetUp payouts={data} />}
          {(data.sources.length > 0 || data.payouts.length > 0) && (
            <PayoutHistory payouts={data.payouts} />
          )}
        </div>
      )}
    </Loaded>
  )
}

function Amounts({ payouts }: { payouts: Payouts }) {
  const maturing = payouts.maturing.reduce((sum, { micro_usd }) => sum + micro_usd, 0)
  return (
    <FigureStrip>
      <Figure
        name="Payable"
        value={<Money microUsd={payouts.payable_micro_usd} />}
        note="Can be paid out now"
      />
      <Figure
        name="Maturing"
        value={<Money microUsd={maturing} />}
        note={maturingNote(payouts.hold_days)}
      />
      <Figure
        name="In progress"
        value={<Money microUsd={payouts.in_progress_micro_usd} />}
        note="In payouts that are not paid yet"
      />
      <Figure
        name="Earned"
        value={<Money microUsd={payouts.earned_micro_usd} />}
        note="Payable and maturing, without welcome credit"
      />
    </FigureStrip>
  )
}

function maturingNote(holdDays: number): string {
  if (holdDays === 0) return 'Earnings are payable at once'
  return `Payable up to ${plural(holdDays, 'day')} after the day it was earned`
}

function NotSetUp() {
  const details = useQuery(detailsQuery(useClient()))
  return (
    <Section title="Payouts">
      <EmptyState
        icon={<IconBuildingBank size={20} stroke={1.6} />}
        title="Payouts are not set up here"
      >
        {details.data?.role === 'operator'
          ? 'Set the variable PAYOUTS of the server to the stablecoins that payouts are made in, PAYOUT_BANK to a bank account, or PAYOUT_STRIPE for Stripe.'
          : 'The operator of this platform pays no earnings out yet.'}
      </EmptyState>
    </Section>
  )
}

function SetUp({ payouts }: { payouts: Payouts }) {
  const [asked, setAsked] = useState<'yes' | 'no'>('no')
  const { sources } = payouts
  const has = (method: PayoutSource['method']) => sources.some((one) => one.method === method)
  const isReady = sources.some((one) => hasTarget(one, payouts)) && payouts.payable_micro_usd > 0
  return (
    <>
      {has('wallet') && <PayoutAddressSection words={payouts.address?.words ?? null} />}
      {has('bank') && <BankAccountSection />}
      {has('stripe') && <StripeAccountSection isInEffect={payouts.stripe_account !== null} />}
      <Section
        title="Request payout"
        actions={
          <Button disabled={!isReady} onClick={() => setAsked('yes')}>
            Request payout
          </Button>
        }
      >
        <p className={styles.text}>{hintOf(payouts)}</p>
        {payouts.maturing.length > 0 && (
          <Facts
            facts={payouts.maturing.map(({ at, micro_usd }) => ({
              name: `Payable from ${formatDayAndTime(at)}`,
              value: <Money microUsd={micro_usd} />,
            }))}
          />
        )}
      </Section>
      {asked === 'yes' && <RequestPayout payouts={payouts} close={() => setAsked('no')} />}
      <PayoutSettingsSection sources={payouts.sources} />
    </>
  )
}

/** What makes a method ready. */
const firstSteps: Readonly<Record<PayoutSource['method'], string>> = {
  wallet: 'choose a payout address',
  bank: 'add a bank account',
  stripe: 'set up Stripe',
}

function hintOf(payouts: Payouts): string {
  const { sources, payable_micro_usd: payable } = payouts
  if (!sources.some((one) => hasTarget(one, payouts))) {
    const methods = new Set(sources.map(({ method }) => method))
    return `${[...methods].map((method) => firstSteps[method]).join(', or ')}, and wait until it is in effect.`.replace(
      /^./,
      (letter) => letter.toUpperCase(),
    )
  }
  if (payable === 0) return 'Nothing is payable now.'
  return 'You see the fee before you confirm.'
}
