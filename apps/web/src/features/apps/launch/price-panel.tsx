import type { AppQuote, OtherOffer } from '@gridloom/contract/apps/launch'
import type { Offer } from '@gridloom/contract/market/offer'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { aboutTime } from '../../../shared/apps/app-words.ts'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { Facts } from '../../../ui/components/facts.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { formatPerHour, formatPerMonth } from '../../../ui/format/money.ts'
import styles from './launch.module.css'
import type { Launch } from './use-launch.ts'

/** The chosen machine with its all-in price, and others to choose from. */
export function PricePanel({ launch }: { launch: Launch }) {
  const { quote, clock, isFresh } = launch
  if (quote.data === undefined)
    return quote.error ? null : (
      <div className={styles.panel} role="status" aria-label="Finding the best machine">
        <Skeleton height={14} width="60%" />
        <Skeleton height={30} width="40%" />
        <Skeleton height={14} width="80%" />
      </div>
    )
  return (
    <section className={styles.panel} aria-label="Machine and price">
      <Machines quoted={quote.data} launch={launch} />
      <div className={`${styles.amount} gl-num`} data-old={!isFresh || clock?.expired}>
        {formatPerHour(quote.data.quote.running_micro_usd_per_hour)}
        <span className={styles.small}>
          {' '}
          all in, {formatPerMonth(quote.data.quote.running_micro_usd_per_hour)} if it runs all month
        </span>
      </div>
      <Facts facts={factsOf(quote.data)} />
      <PriceLock launch={launch} />
    </section>
  )
}

function Machines({ quoted, launch }: { quoted: AppQuote; launch: Launch }) {
  const { offer, quote, others } = quoted
  const all: readonly OtherOffer[] = [
    {
      offer,
      running_micro_usd_per_hour: quote.running_micro_usd_per_hour,
      image_held: quote.image_held,
    },
    ...others,
  ]
  return (
    <NativeSelect
      label="Machine"
      description={`${offer.vcpus} vCPU and ${Math.round(offer.memory_mib / 1024)} GiB of memory a slot`}
      value={offer.id}
      onChange={(event) => {
        const id = event.currentTarget.value
        const chosen = all.find((one) => one.offer.id === id)
        if (chosen !== undefined) launch.choose(chosen.offer.id)
      }}
      data={all.map((one) => ({ value: one.offer.id, label: lineOf(one) }))}
    />
  )
}

function lineOf({ offer, running_micro_usd_per_hour: price, image_held: held }: OtherOffer) {
  return `${nameOf(offer)} · ${formatPerHour(price)}${held ? ' · image ready' : ''}`
}

function nameOf(offer: Offer): string {
  return `${hardwareName(offer)} on ${offer.machine_name}`
}

function factsOf({ quote, expected }: AppQuote) {
  return [
    {
      name: 'Start',
      value:
        expected === null
          ? quote.image_held
            ? 'image is there'
            : 'image is fetched first, for free'
          : `${aboutTime(expected.p50_s)}, 90 % within ${aboutTime(expected.p90_s)}`,
    },
    { name: 'Disk', value: `${quote.disk_gb} GB` },
    {
      name: 'While stopped',
      value: <HourlyPrice microUsdPerHour={quote.stopped_micro_usd_per_hour} />,
    },
    { name: 'On hold at start', value: <Money microUsd={quote.hold_micro_usd} /> },
  ]
}

function PriceLock({ launch: { clock, isFresh, renew } }: { launch: Launch }) {
  if (clock === undefined) return null
  if (!clock.expired || !isFresh)
    return (
      <div className={styles.small} role="timer">
        Price locked for {clock.leftS} s
      </div>
    )
  return (
    <div className={styles.lock} role="status">
      <strong>The price lock expired.</strong>
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<IconRefresh size={13} />}
        onClick={() => renew('chosen')}
      >
        Renew
      </Button>
    </div>
  )
}
