import type { Offer } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { formatMib } from '../../../ui/format/numbers.ts'
import { formatVcpus } from '../../../ui/format/vcpus.ts'
import { nearestQuery } from '../api/nearest-offers.ts'
import { allInPrice } from '../offer-figures.ts'
import styles from './similar-offers.module.css'

interface SimilarOffersProps {
  filters: OfferFilters
  /** The disk size in every price, in GB. */
  diskGb: number
  onRent: (offer: Offer) => void
}

/** The free offers nearest to what cannot be rented now. Shows nothing if there are none at all. */
export function SimilarOffers({ filters, diskGb, onRent }: SimilarOffersProps) {
  const { data, isPending } = useQuery(nearestQuery(useClient(), filters))
  if (!isPending && !data?.length) return null
  return (
    <Section title="Similar, available now" note="nearest first" inset="flush">
      {data === undefined ? (
        <SkeletonRows rows={3} label="Looking for similar offers" />
      ) : (
        <ul className={styles.offers}>
          {data.map((offer) => (
            <SimilarOffer key={offer.id} offer={offer} diskGb={diskGb} onRent={onRent} />
          ))}
        </ul>
      )}
    </Section>
  )
}

type SimilarOfferProps = Omit<SimilarOffersProps, 'filters'> & { offer: Offer }

function SimilarOffer({ offer, diskGb, onRent }: SimilarOfferProps) {
  const price = allInPrice(offer, { slots: 1, diskGb })
  const size = [
    ...(offer.vram_mib === null ? [] : [`${formatMib(offer.vram_mib)} VRAM`]),
    `${formatVcpus(offer.vcpus)} vCPU`,
    formatMib(offer.memory_mib),
  ]
  return (
    <li className={styles.offer}>
      <HardwareMark model={offer.gpu_model ?? offer.cpu_model} kind={offer.kind} />
      <div className={styles.facts}>
        <div className={styles.name}>{hardwareName(offer)}</div>
        <div className={styles.sub}>
          {size.join(' · ')} · {offer.machine_name}
        </div>
      </div>
      <span className={`${styles.price} gl-num`}>
        <HourlyPrice microUsdPerHour={price.runningMicroUsdPerHour} />
      </span>
      <Button
        size="xs"
        variant="light"
        aria-label={`Rent ${hardwareName(offer)} on ${offer.machine_name}`}
        onClick={() => onRent(offer)}
      >
        Rent
      </Button>
    </li>
  )
}
