import { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Offer } from '@gridloom/contract/market/offer'
import { IconCoin, IconGauge, IconShieldHalf, IconStack2, IconTag } from '@tabler/icons-react'
import { FeeIncluded } from '../../../shared/ledger/platform-fee.tsx'
import { PriceLine } from '../../../shared/machines/price-line.tsx'
import { factText } from '../../../shared/market/fact-text.ts'
import { Facts } from '../../../ui/components/facts.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { UptimeBars } from '../../../ui/components/uptime-bars.tsx'
import { formatCount, formatMib } from '../../../ui/format/numbers.ts'
import { formatVcpus } from '../../../ui/format/vcpus.ts'
import { type ColumnName, factOf } from '../columns/column-list.ts'
import { columnTitle } from '../columns/column-title.ts'
import {
  type AllIn,
  type FigureKind,
  figureNames,
  formatDisk,
  formatFigure,
  formatUptimePercent,
  measuredFigure,
} from '../offer-figures.ts'
import { underLoadTitle } from '../search/figure.tsx'
import styles from './offer-drawer.module.css'
import { OfferGroup } from './offer-group.tsx'
import { OfferTrust } from './offer-trust.tsx'

interface OfferFactsProps {
  offer: Offer
  price: AllIn
  diskGb: number
}

/** The details of an offer in four groups (price, claimed, measured, images), and what renting it means. */
export function OfferFacts({ offer, price, diskGb }: OfferFactsProps) {
  return (
    <>
      <OfferGroup icon={<IconCoin size={15} />} title="Price" note={<PriceNote />}>
        <PriceLine days={offer.price_days} width={410} height={44} />
        <Facts facts={[...priceFacts(price, diskGb), ...bidFacts(offer)]} />
      </OfferGroup>
      <OfferGroup
        icon={<IconTag size={15} />}
        title="Reported by host"
        note="not measured, per slot"
      >
        <Facts facts={claimedFacts(offer)} />
      </OfferGroup>
      <OfferGroup icon={<IconGauge size={15} />} title="Measured" note="benchmarks, with date">
        <Facts facts={measuredFacts(offer)} />
      </OfferGroup>
      <OfferTrust offer={offer} />
      <OfferGroup icon={<IconStack2 size={15} />} title="Cached images" note="no pull needed">
        <Images images={offer.images} />
      </OfferGroup>
      <p className={styles.caution}>
        <IconShieldHalf size={16} aria-hidden />
        <span>
          Instances run in containers, isolated from each other and from the machine. The machine’s
          owner could still access your data, so use short-lived secrets.
        </span>
      </p>
    </>
  )
}

/** What interruptible instances cost, where the provider accepts bids. */
function bidFacts({ bid_price_micro_usd_per_hour: paid, facts }: Offer) {
  if (paid === null || facts.min_bid === null) return []
  return [
    { name: 'Interruptible from', value: <HourlyPrice microUsdPerHour={facts.min_bid} /> },
    { name: 'Bids pay now', value: <HourlyPrice microUsdPerHour={paid} /> },
  ]
}

/** How the price is charged, with the platform fee that it includes. */
function PriceNote() {
  return (
    <>
      per hour, charged per second
      <FeeIncluded lead=", " />
    </>
  )
}

function priceFacts(price: AllIn, diskGb: number) {
  return [
    {
      name: 'Compute, one slot',
      value: <HourlyPrice microUsdPerHour={price.slotMicroUsdPerHour} />,
    },
    {
      name: 'Memory, one slot',
      value: <HourlyPrice microUsdPerHour={price.memoryMicroUsdPerHour} />,
    },
    {
      name: `Disk, ${diskGb} GB`,
      value: <HourlyPrice microUsdPerHour={price.diskMicroUsdPerHour} />,
    },
    {
      name: 'While stopped, disk only',
      value: <HourlyPrice microUsdPerHour={price.stoppedMicroUsdPerHour} />,
    },
    { name: 'Pulling and starting', value: 'free' },
  ]
}

function claimedFacts(offer: Offer) {
  return [
    ...(offer.gpu_model === null
      ? []
      : [
          { name: 'GPU', value: offer.gpu_model },
          { name: 'VRAM', value: offer.vram_mib === null ? '–' : formatMib(offer.vram_mib) },
        ]),
    { name: 'CPU', value: offer.cpu_model },
    { name: 'vCPU', value: formatVcpus(offer.vcpus) },
    { name: 'Memory', value: formatMib(offer.memory_mib) },
    { name: 'Disk free', value: `${formatDisk(offer.disk_free_gb)}` },
    {
      name: 'Slots free',
      value: <SlotPips count={offer.slots_free} total={offer.slots_total} shows="free" />,
    },
    { name: 'Machine', value: offer.machine_name },
    ...knownFacts(offer, reportedFields),
    ...knownFacts(offer, ['country']).map(({ name, value }) => ({
      name: `${name}, declared by the provider`,
      value,
    })),
    { name: 'Containers', value: offer.isolated ? 'isolated' : 'not isolated' },
  ]
}

function measuredFacts(offer: Offer) {
  const kinds: readonly FigureKind[] = [
    ...(offer.kind === 'gpu' ? GpuBenchmarkKind.options : []),
    ...BenchmarkKind.options,
  ]
  const figures = kinds.map((kind) => {
    const figure = measuredFigure(offer, kind)
    const { label, unit } = figureNames[kind]
    if (figure === undefined) {
      return { name: label, value: <span className={styles.muted}>not measured</span> }
    }
    return {
      name: label,
      value: (
        <>
          {figureText(kind, figure.value)} {unit}{' '}
          <span className={styles.muted}>
            <TimeAgo at={figure.measured_at} />
            {figure.under_load && <span title={underLoadTitle}> · under load</span>}
          </span>
        </>
      ),
    }
  })
  return [
    ...figures,
    ...knownFacts(offer, ['price_per_tflop', 'age', 'ready']),
    ...presenceFacts(offer),
  ]
}

function figureText(kind: FigureKind, value: number): string {
  return GpuBenchmarkKind.safeParse(kind).success
    ? formatFigure(kind, value)
    : formatCount(Math.round(value * 10) / 10)
}

const reportedFields: readonly ColumnName[] = [
  ...(['cc', 'cuda', 'driver', 'pcie', 'pcie_lanes', 'nvlink', 'gpu_clock', 'gpu_power'] as const),
  ...(['arch', 'os', 'model', 'render'] as const),
]

/** The fields of the search that are known of an offer. */
function knownFacts(offer: Offer, fields: readonly ColumnName[]) {
  return fields.flatMap((name) => {
    const value = factText(name, factOf(offer, name))
    return value === null ? [] : [{ name: columnTitle(name), value }]
  })
}

function presenceFacts(offer: Offer) {
  const { uptime_percent: uptime, last_seen_at: lastSeenAt } = offer
  return [
    {
      name: 'Uptime, last 24 h',
      value: (
        <>
          {uptime === null ? 'listed for less than an hour' : formatUptimePercent(uptime)}{' '}
          <UptimeBars hours={offer.uptime_hours} />
        </>
      ),
    },
    { name: 'Last seen', value: lastSeenAt === null ? 'never' : <TimeAgo at={lastSeenAt} /> },
  ]
}

function Images({ images }: { images: readonly string[] }) {
  if (images.length === 0) {
    return (
      <span className={styles.muted}>None. The image is pulled at the first start, for free.</span>
    )
  }
  return (
    <ul className={styles.images}>
      {images.map((image) => (
        <li key={image}>{image}</li>
      ))}
    </ul>
  )
}
