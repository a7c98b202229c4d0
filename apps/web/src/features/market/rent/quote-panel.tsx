import type { Offer } from '@gridloom/contract/market/offer'
import type { Quote } from '@gridloom/contract/market/quote'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FeeIncluded } from '../../../shared/ledger/platform-fee.tsx'
import type { QuoteClock } from '../../../shared/market/quote-clock.ts'
import { Facts } from '../../../ui/components/facts.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { formatPerHour, formatPerMonth } from '../../../ui/format/money.ts'
import { type BidPrice, bidPrice } from './bid-price.ts'
import { CostBar } from './cost-bar.tsx'
import styles from './quote-panel.module.css'
import { RentCode } from './rent-code.tsx'
import dialog from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'
import type { Rent } from './use-rent.ts'

interface QuotePanelProps {
  offer: Offer
  draft: RentDraft
  rent: Rent
  /** The button with its notices, when they are next to the price rather than below the form. */
  submit?: ReactNode
}

/** The all-in price with its lock, its effect on the balance, and the order button. */
export function QuotePanel({ offer, draft, rent, submit }: QuotePanelProps) {
  const { quote, clock, fresh } = rent
  const unanswered = rent.refusal?.kind === 'unanswered'
  return (
    <aside className={dialog.aside} aria-label="Price">
      {quote.data && clock ? (
        <>
          <PriceHead
            quote={quote.data}
            bid={bidPrice(draft, { ...rent, offer })}
            old={!fresh || clock.expired}
          />
          <CostBar quote={quote.data} />
          <hr className={styles.rule} />
          <Facts facts={quoteFacts(quote.data)} />
          {!unanswered && draft.bidUsd === null && (
            <PriceLock clock={clock} fresh={fresh} onRenew={rent.renew} />
          )}
        </>
      ) : (
        !quote.error && <WaitingQuote />
      )}
      {submit}
      <RentCode offer={offer} draft={draft} rent={rent} />
    </aside>
  )
}

interface PriceHeadProps {
  quote: Quote
  bid: BidPrice | undefined
  old: boolean
}

function PriceHead({ quote, bid, old }: PriceHeadProps) {
  const { running_micro_usd_per_hour: onDemand } = quote
  if (bid !== undefined) {
    return (
      <div>
        <div className={`${styles.amount} gl-num`} data-old={old}>
          {formatPerHour(onDemand - bid.lessNowMicroUsd)}
        </div>
        <div className={`${styles.muted} gl-num`}>
          now, and at most {formatPerHour(onDemand - bid.lessAtLeastMicroUsd)}. On demand:
        </div>
      </div>
    )
  }
  return (
    <div>
      <div className={`${styles.amount} gl-num`} data-old={old}>
        {formatPerHour(quote.running_micro_usd_per_hour)}
      </div>
      <div className={`${styles.muted} gl-num`}>
        {formatPerMonth(quote.running_micro_usd_per_hour)} if it runs all month
      </div>
      <div className={styles.muted}>
        <FeeIncluded />
      </div>
    </div>
  )
}

function quoteFacts(quote: Quote) {
  return [
    {
      name: 'While stopped',
      value: <HourlyPrice microUsdPerHour={quote.stopped_micro_usd_per_hour} />,
    },
    { name: 'On hold at start', value: <Money microUsd={quote.hold_micro_usd} /> },
    {
      name: 'Balance lasts',
      value: quote.lasts_s === null ? 'no limit (free)' : formatDuration(quote.lasts_s),
    },
    {
      name: 'Image',
      value: quote.image_held ? 'cached, no pull needed' : 'pulled first, for free',
    },
  ]
}

interface PriceLockProps {
  clock: QuoteClock
  fresh: boolean
  onRenew: () => void
}

function PriceLock({ clock, fresh, onRenew }: PriceLockProps) {
  if (clock.expired && fresh) {
    return (
      <div className={styles.lock} role="status">
        <strong>The price lock expired.</strong>
        <Button
          size="compact-xs"
          leftSection={<IconRefresh size={13} />}
          onClick={onRenew}
          variant="light"
        >
          Renew
        </Button>
      </div>
    )
  }
  return (
    <div>
      <div className={`${styles.lock} gl-num`}>
        {fresh ? (
          <>
            <span>
              Price locked for <strong>{clock.leftS} s</strong>
            </span>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={onRenew}>
              Renew
            </Button>
          </>
        ) : (
          'Getting the price…'
        )}
      </div>
      <div className={styles.track} aria-hidden>
        <div className={styles.left} style={{ width: `${fresh ? clock.share * 100 : 0}%` }} />
      </div>
    </div>
  )
}

/** The order button with the price; after the lock has expired it requests a new one first. */
export function RentSubmit({ rent, bid }: { rent: Rent; bid: BidPrice | undefined }) {
  const { quote, clock, fresh, refusal, renting } = rent
  if (refusal?.kind === 'unanswered') return <WaitingSubmit />
  if (clock?.expired && fresh && bid === undefined) {
    return (
      <Button variant="filled" fullWidth size="md" onClick={rent.renew}>
        Get a new price
      </Button>
    )
  }
  const less = bid?.lessAtLeastMicroUsd ?? 0
  const price = quote.data ? formatPerHour(quote.data.running_micro_usd_per_hour - less) : undefined
  const lost = refusal?.kind === 'taken'
  const ready = price !== undefined && fresh && !quote.error && !lost
  return (
    <Button type="submit" variant="filled" fullWidth size="md" disabled={!ready} loading={renting}>
      {ready ? submitText(price, bid) : 'Rent'}
    </Button>
  )
}

function submitText(price: string, bid: BidPrice | undefined): string {
  if (bid !== undefined) return `Rent for at most ${price}`
  return price === 'free' ? 'Rent for free' : `Rent for ${price}`
}

/** Shown while it is unknown whether an order arrived: no second order may be placed. */
function WaitingSubmit() {
  return (
    <Button variant="filled" fullWidth size="md" disabled>
      Rent
    </Button>
  )
}

function WaitingQuote() {
  return (
    <div role="status" aria-label="Getting the price">
      <Skeleton height={28} width={130} mb={10} />
      <Skeleton height={8} mb={14} />
      <Skeleton height={10} mb={10} />
      <Skeleton height={10} mb={10} />
      <Skeleton height={10} mb={10} width="70%" />
    </div>
  )
}
