import type { MachineId, OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { HourlyPrice } from '../../ui/components/money.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { type PlacedSize, placesQuery } from './api/place.ts'
import styles from './snapshots.module.css'

interface ChoosePlaceProps {
  size: PlacedSize
  /** A machine that is not offered: the one that the instance is on. */
  except?: MachineId
  /** The price per hour that is shown; by default that of an instance. */
  priceOf?: (offer: Offer) => number
  chosen: OfferId | undefined
  onChoose: (id: OfferId) => void
}

/** The cheapest offers that have room, to choose one. */
export function ChoosePlace({ size, except, priceOf, chosen, onChoose }: ChoosePlaceProps) {
  const places = useQuery(placesQuery(useClient(), size))
  return (
    <fieldset className={styles.places}>
      <legend className={styles.legend}>Machine</legend>
      <Loaded query={places} what="the machines">
        {({ offers }) => {
          const shown = offers.filter(({ machine_id }) => machine_id !== except)
          if (shown.length > 0) {
            return shown.map((offer) => (
              <Place
                key={offer.id}
                offer={offer}
                perHour={priceOf?.(offer) ?? instancePrice(offer, size)}
                isChosen={offer.id === chosen}
                onChoose={onChoose}
              />
            ))
          }
          return (
            <EmptyState title="No machine available">
              No other machine has enough free slots and disk space now. Try again later.
            </EmptyState>
          )
        }}
      </Loaded>
    </fieldset>
  )
}

interface PlaceProps {
  offer: Offer
  perHour: number
  isChosen: boolean
  onChoose: (id: OfferId) => void
}

function instancePrice(offer: Offer, { slots, diskGb }: PlacedSize): number {
  return offer.price_micro_usd_per_hour * slots + offer.disk_gb_micro_usd_per_hour * diskGb
}

function Place({ offer, perHour, isChosen, onChoose }: PlaceProps) {
  return (
    <label className={styles.place}>
      <input
        type="radio"
        name="place"
        checked={isChosen}
        onChange={() => onChoose(offer.id)}
        aria-label={offer.machine_name}
      />
      <span className={styles.placeText}>
        <span className={styles.name}>{offer.machine_name}</span>
        <span className={styles.sub}> {offer.gpu_model ?? offer.cpu_model}</span>
      </span>
      <HourlyPrice microUsdPerHour={perHour} />
    </label>
  )
}
