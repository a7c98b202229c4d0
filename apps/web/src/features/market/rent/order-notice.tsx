import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { assertNever } from '@gridloom/domain/assert-never'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { Money } from '../../../ui/components/money.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { nextBestQuery } from '../api/next-best-offer.ts'
import { allInPrice } from '../offer-figures.ts'
import type { OrderRefusal } from './order-refusal.ts'
import styles from './quote-panel.module.css'
import type { Rent } from './use-rent.ts'

interface OrderNoticeProps {
  offer: Offer
  refusal: OrderRefusal
  rent: Rent
  onSwitch: (offer: Offer) => void
}

/** Explains why the order failed and offers the one next step. The input is kept. */
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
        <Notice title="Offer was just taken">
          <NextBest offer={offer} named={refusal.nextOfferId} rent={rent} onSwitch={onSwitch} />
        </Notice>
      )
    case 'quote_expired':
      return (
        <RetryNotice title="The price lock expired" rent={rent}>
          You were not charged.
        </RetryNotice>
      )
    case 'offline':
      return (
        <RetryNotice title="The machine went offline" rent={rent}>
          {refusal.text} You were not charged. Choose another offer or try again.
        </RetryNotice>
      )
    case 'fields':
      return (
        <Notice title="Invalid input">
          Check the highlighted fields. Your other entries are kept.
        </Notice>
      )
    case 'unanswered':
      return (
        <Notice title="No response to the order" action={<SendAgain rent={rent} />}>
          {refusal.text} The order may have arrived. Send again: you won’t be charged twice or get a
          second instance.
        </Notice>
      )
    case 'other':
      return (
        <RetryNotice title="Something went wrong" rent={rent} tone="bad">
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
      Send again
    </Button>
  )
}

type RetryNoticeProps = Omit<NoticeProps, 'action'> & { rent: Rent }

/** A notice whose next step is a new price, followed by the order. */
function RetryNotice({ rent, ...notice }: RetryNoticeProps) {
  const action = (
    <Button size="xs" onClick={rent.renew}>
      Get a new price
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
      Your balance is <Money microUsd={quote.available_micro_usd} />. Starting puts{' '}
      <Money microUsd={quote.hold_micro_usd} /> on hold.
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
  if (next.isPending) return <>This offer was just taken. Looking for a similar one…</>
  if (!next.data)
    return <>This offer was just taken, and no similar offer is available right now.</>
  const other = next.data
  const price = allInPrice(other, { slots, diskGb }).runningMicroUsdPerHour
  return (
    <>
      <p>
        This offer was just taken. The next best is {hardwareName(other)} on {other.machine_name}{' '}
        for about {formatPerHour(price)}. Your entries are kept.
      </p>
      <Button size="xs" mt={8} variant="filled" onClick={() => onSwitch(other)}>
        Switch to {other.machine_name}
      </Button>
    </>
  )
}
