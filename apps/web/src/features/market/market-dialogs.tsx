import type { Offer } from '@gridloom/contract/market/offer'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Market } from './use-market.ts'

const OfferDrawer = lazyPart(async () => (await import('./detail/offer-drawer.tsx')).OfferDrawer)
const AlertsDrawer = lazyPart(async () => (await import('./alerts/alerts-drawer.tsx')).AlertsDrawer)
const RentDialog = lazyPart(async () => (await import('./rent/rent-dialog.tsx')).RentDialog)

interface MarketDialogsProps {
  market: Market
  renting: Offer | undefined
  onRent: (offer: Offer | undefined) => void
}

/** What opens above the market; each loads when it is first opened. */
export function MarketDialogs({ market, renting, onRent }: MarketDialogsProps) {
  const navigate = useNavigate()
  const { search, offers, diskGb, changeSearch } = market
  const hasOffer = useEver(search.offer !== undefined)
  const hasAlerts = useEver(search.alerts === 'open')
  const hasOrder = useEver(renting !== undefined)
  return (
    <Suspense>
      {hasOffer && (
        <OfferDrawer
          offerId={search.offer}
          known={[...offers, ...(market.rented?.offers ?? [])].find(
            ({ id }) => id === search.offer,
          )}
          diskGb={diskGb}
          onRent={onRent}
          onClose={() => changeSearch({ offer: undefined })}
        />
      )}
      {hasAlerts && (
        <AlertsDrawer
          opened={search.alerts === 'open'}
          onClose={() => changeSearch({ alerts: undefined })}
        />
      )}
      {hasOrder && (
        <RentDialog
          offer={renting}
          usualDiskGb={market.askedDiskGb}
          namedTemplate={market.named?.id}
          onSwitch={onRent}
          onClose={() => onRent(undefined)}
          onRented={(id) => void navigate({ to: '/instance/myinstance/$id', params: { id } })}
        />
      )}
    </Suspense>
  )
}

/** Whether a condition held at any time: what was opened once stays, so that it closes as it opened. */
function useEver(holds: boolean): boolean {
  const [held, setHeld] = useState(holds)
  if (holds && !held) setHeld(true)
  return holds || held
}
