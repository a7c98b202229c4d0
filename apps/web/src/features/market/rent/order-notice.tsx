import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { assertNever } from '@gridloom/domain/assert-never'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { nextBestQuery } from '../api/next-best-offer.ts'
import { allInPrice, hardwareName } from '../offer-figures.ts'
import type { OrderRefusal } from './order-refusal.ts'
import styles from './quote-panel.module.css'
import type { Rent } from './use-rent.ts'

interface OrderNoticeProps {
  offer: Offer
  refusal: OrderRefusal
  rent: Rent
  onSwitch: (offer: Offer) => void
}

/** Why there is no instance yet, and the one thing that leads on from there. Nothing typed is lost. */
export function OrderNotice({ offer, refusal, rent, onSwitch }: OrderNoticeProps) {
  switch (refusal.kind) {
    case 'funds':
      return (
        <Notice title="Not enough balance">
          {refusal.text} <HaveNeed rent={rent} /> A smaller disk or fewer slots may fit.
        </Notice>
      )
    case 'taken':
      return (
        <Notice title="Somebody was faster">
          <NextBest offer={offer} named={refusal.nextOfferId} rent={rent} onSwitch={onSwitch} />
        </Notice>
      )
    case 'quote_expired':
      return (
        <RetryNotice title="The price lock ran out before the order arrived" rent={rent}>
          Nothing was rented and nothing charged.
        </RetryNotice>
      )
    case 'offline':
      return (
        <RetryNotice title="The machine has just gone silent" rent={rent}>
          {refusal.text} Nothing was rented; choose another offer or try again.
        </RetryNotice>
      )
    case 'fields':
      return <Notice title="Some fields are not right">They are marked; the rest is kept.</Notice>
    case 'unanswered':
      return (
        <Notice title="No answer to the order" action={<SendAgain rent={rent} />}>
          {refusal.text} Whether the order arrived is not known. Send it again: if it did, you get
          that very instance, and never a second one.
        </Notice>
      )
    case 'other':
      return (
        <RetryNotice title="This did not work" rent={rent} tone="bad">
          {refusal.text}
        </RetryNotice>
      )
    default:
      return assertNever(refusal)
  }
}

function SendAgain({ rent }: { rent: Rent }) {
  return (
    <Button size="xs" loading={rent.renting} onClick={rent.sendAgain}>
      Send it again
    </Button>
  )
}

type RetryNoticeProps = Omit<NoticeProps, 'action'> & { rent: Rent }

/** A notice whose way on is another price, and the order after it. */
function RetryNotice({ rent, ...notice }: RetryNoticeProps) {
  const action = (
    <Button size="xs" onClick={rent.renew}>
      Ask again
    </Button>
  )
  return <Notice {...notice} action={action} />
}

interface NoticeProps {
  title: string
  tone?: 'warn' | 'bad'
  action?: ReactNode
  children: ReactNode
}

function Notice({ title, tone = 'warn', action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role="alert">
      <div>
        <strong>{title}</strong>
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}

function HaveNeed({ rent }: { rent: Rent }) {
  const quote = rent.quote.data
  if (quote === undefined) return null
  return (
    <span>
      You have <Money microUsd={quote.available_micro_usd} />; the start sets{' '}
      <Money microUsd={quote.hold_micro_usd} /> aside.
    </span>
  )
}

interface NextBestProps {
  offer: Offer
  named: OfferId | undefined
  rent: Rent
  onSwitch: (offer: Offer) => void
}

function NextBest({ offer, named, rent, onSwitch }: NextBestProps) {
  const client = useClient()
  const { slots, diskGb } = rent
  const next = useQuery(nextBestQuery(client, { offer, slots, diskGb, named }))
  if (next.isPending) return <>This offer was just taken. Looking for the next best one…</>
  if (!next.data) return <>This offer was just taken, and nothing alike is free right now.</>
  const other = next.data
  const price = allInPrice(other, { slots, diskGb }).runningMicroUsdPerHour
  return (
    <>
      <p>
        This offer was just taken. The next best is {hardwareName(other)} on {other.machine_name}{' '}
        for about {formatPerHour(price)}. All that you typed stays.
      </p>
      <Button size="xs" mt={8} variant="filled" onClick={() => onSwitch(other)}>
        Switch to {other.machine_name}
      </Button>
    </>
  )
}
