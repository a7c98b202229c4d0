import { endpoints } from 'virtual:api-facts'
import { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { AsCode, type CodeAction } from '../../../ui/components/as-code.tsx'
import { Drawer } from '../../../ui/components/dialog.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { formatPerMonth } from '../../../ui/format/money.ts'
import { AlertButton } from '../alerts/alert-button.tsx'
import { filtersLike } from '../api/nearest-offers.ts'
import { offerQuery } from '../api/read-offer.ts'
import { allInPrice } from '../offer-figures.ts'
import { useOwnReservations } from '../reserve/own-reservations.ts'
import { ReserveButton } from '../reserve/reserve-button.tsx'
import { NotIsolatedNote } from '../search/not-isolated.tsx'
import { RentedNote } from '../search/rented-note.tsx'
import { SimilarOffers } from '../search/similar-offers.tsx'
import styles from './offer-drawer.module.css'
import { OfferFacts } from './offer-facts.tsx'

interface OfferDrawerProps {
  /** Unvalidated, from the URL: may not be an id at all. */
  offerId: string | undefined
  /** The clicked row, shown until the offer itself is loaded. */
  known: Offer | undefined
  diskGb: number
  onRent: (offer: Offer) => void
  onClose: () => void
}

/** All details of one offer, with benchmarks apart from claims. */
export function OfferDrawer({ offerId, known, diskGb, onRent, onClose }: OfferDrawerProps) {
  return (
    <Drawer
      opened={offerId !== undefined}
      onClose={onClose}
      size={460}
      title={known ? hardwareName(known) : 'Offer'}
      closeButtonProps={{ 'aria-label': 'Close offer' }}
    >
      {offerId !== undefined && (
        <OfferBody id={offerId} known={known} diskGb={diskGb} onRent={onRent} />
      )}
    </Drawer>
  )
}

interface OfferBodyProps {
  id: string
  known: Offer | undefined
  diskGb: number
  onRent: (offer: Offer) => void
}

function OfferBody({ id, known, diskGb, onRent }: OfferBodyProps) {
  const client = useClient()
  const offerId = OfferId.safeParse(id)
  const offer = useQuery({
    ...offerQuery(client, offerId.data),
    placeholderData: known,
  })
  if (!offerId.success || offer.error) {
    return (
      <ErrorState
        title="Offer no longer available"
        error={offer.error ?? offerId.error}
        {...(offerId.success ? { retry: () => void offer.refetch() } : {})}
      />
    )
  }
  if (offer.data === undefined) return <SkeletonBlock height={420} label="Loading the offer" />
  return <OfferShown offer={offer.data} diskGb={diskGb} onRent={onRent} />
}

interface OfferShownProps {
  offer: Offer
  diskGb: number
  onRent: (offer: Offer) => void
}

function OfferShown({ offer, diskGb, onRent }: OfferShownProps) {
  const price = allInPrice(offer, { slots: 1, diskGb })
  const isReserved = useOwnReservations(offer).length > 0
  return (
    <div className={styles.body}>
      <div className={styles.top}>
        <div>
          <div className={styles.price}>
            <HourlyPrice microUsdPerHour={price.runningMicroUsdPerHour} />
          </div>
          <div className={`${styles.muted} gl-num`}>
            one slot with {diskGb} GB disk · {formatPerMonth(price.runningMicroUsdPerHour)}
          </div>
        </div>
        {offer.availability === 'rented' && !isReserved ? (
          <AlertButton
            size="sm"
            look="filled"
            wanted={{ offer_id: offer.id }}
            label={`Alert me when ${hardwareName(offer)} is available`}
          />
        ) : (
          <div className={styles.buttons}>
            <ReserveButton offer={offer} />
            <Button
              variant="filled"
              disabled={offer.slots_free === 0 && !isReserved}
              onClick={() => onRent(offer)}
              data-autofocus
            >
              Rent
            </Button>
          </div>
        )}
      </div>
      {offer.availability !== 'free' && <NotFree offer={offer} diskGb={diskGb} onRent={onRent} />}
      <NotIsolatedNote offer={offer} />
      <OfferFacts offer={offer} price={price} diskGb={diskGb} />
      <div>
        <AsCode actions={codeOf(offer, diskGb)} />
      </div>
    </div>
  )
}

/** Why an offer cannot be rented now, and the free ones that are most like it. */
function NotFree({ offer, diskGb, onRent }: OfferShownProps) {
  return (
    <>
      <p className={styles.taken} role="status">
        {offer.availability === 'rented' ? (
          <>
            <RentedNote offer={offer} />. It becomes available when a renter stops; rentals have no
            end date.
          </>
        ) : (
          'Unlisted: the machine is offline or its provider took it off the market.'
        )}
      </p>
      <SimilarOffers filters={filtersLike(offer)} diskGb={diskGb} onRent={onRent} />
    </>
  )
}

function codeOf({ id, machine_id }: Offer, diskGb: number): CodeAction[] {
  return [
    { name: 'Get this offer', endpoint: endpoints.market.read, input: { params: { id } } },
    {
      name: 'Get the trust score of its machine',
      endpoint: endpoints.reputation.readTrust,
      input: { params: { id: machine_id } },
      cli: `gridloom trust ${machine_id}`,
    },
    {
      name: 'Lock an all-in price for 60 s',
      endpoint: endpoints.market.quote,
      input: { body: { offer_id: id, slots: 1, disk_gb: diskGb } },
    },
    {
      name: 'Rent this offer',
      endpoint: endpoints.instances.order,
      input: { body: { offer_id: id, template_id: 'tpl_…', disk_gb: diskGb } },
      cli: `gridloom rent ${id} --template shell --disk ${diskGb}`,
    },
  ]
}
