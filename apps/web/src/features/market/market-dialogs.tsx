import type { Offer } from '@gridloom/contract/market/offer'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { comparedOffers, explicitFilters } from './offer-search.ts'
import type { Market } from './use-market.ts'
import type { MarketTable } from './use-market-table.ts'

const OfferDrawer = lazyPart(async () => (await import('./detail/offer-drawer.tsx')).OfferDrawer)
const SearchesDrawer = lazyPart(
  async () => (await import('./searches/searches-drawer.tsx')).SearchesDrawer,
)
const SaveSearchDialog = lazyPart(
  async () => (await import('./searches/save-search-dialog.tsx')).SaveSearchDialog,
)
const AutoOrderDialog = lazyPart(
  async () => (await import('./auto-order/auto-order-dialog.tsx')).AutoOrderDialog,
)
const ColumnsDrawer = lazyPart(
  async () => (await import('./columns/columns-drawer.tsx')).ColumnsDrawer,
)
const CompareDialog = lazyPart(
  async () => (await import('./compare/compare-dialog.tsx')).CompareDialog,
)
const RentDialog = lazyPart(async () => (await import('./rent/rent-dialog.tsx')).RentDialog)

interface MarketDialogsProps {
  market: Market
  table: MarketTable
  renting: Offer | undefined
  onRent: (offer: Offer | undefined) => void
}

/** What opens above the market; each loads when it is first opened. */
export function MarketDialogs({ market, table, renting, onRent }: MarketDialogsProps) {
  const navigate = useNavigate()
  const { search, diskGb, changeSearch } = market
  const hasOffer = useEver(search.offer !== undefined)
  const hasOrder = useEver(renting !== undefined)
  return (
    <Suspense>
      {hasOffer && (
        <OfferDrawer
          offerId={search.offer}
          known={shownOffers(market).find(({ id }) => id === search.offer)}
          diskGb={diskGb}
          onRent={onRent}
          onClose={() => changeSearch({ offer: undefined })}
        />
      )}
      <SearchDialogs market={market} table={table} />
      <TableDialogs market={market} table={table} onRent={onRent} />
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

type TableDialogsProps = Omit<MarketDialogsProps, 'renting'>

function SearchDialogs({ market, table }: Omit<TableDialogsProps, 'onRent'>) {
  const { search, changeSearch } = market
  const { dialog, setDialog } = table
  const hasSearches = useEver(search.alerts === 'open')
  const hasSave = useEver(dialog === 'save')
  const hasAutoOrder = useEver(dialog === 'auto-order')
  const navigate = useNavigate()
  return (
    <>
      {hasSearches && (
        <SearchesDrawer
          opened={search.alerts === 'open'}
          onShow={({ filters }) =>
            changeSearch({ filters: explicitFilters(filters), alerts: undefined })
          }
          onSave={() => {
            changeSearch({ alerts: undefined })
            setDialog('save')
          }}
          onClose={() => changeSearch({ alerts: undefined })}
        />
      )}
      {hasSave && (
        <SaveSearchDialog
          opened={dialog === 'save'}
          filters={search.filters}
          onClose={() => setDialog(null)}
        />
      )}
      {hasAutoOrder && (
        <AutoOrderDialog
          opened={dialog === 'auto-order'}
          filters={search.filters}
          usualDiskGb={market.askedDiskGb}
          namedTemplate={market.named?.id}
          onClose={() => setDialog(null)}
          onCreated={() => void navigate({ to: '/instance/auto-orders' })}
        />
      )}
    </>
  )
}

function TableDialogs({ market, table, onRent }: TableDialogsProps) {
  const { search } = market
  const { dialog, setDialog, columns, setColumns, compare } = table
  const hasColumns = useEver(dialog === 'columns')
  const hasComparison = useEver(search.compare !== undefined)
  return (
    <>
      {hasColumns && (
        <ColumnsDrawer
          opened={dialog === 'columns'}
          columns={columns}
          onChange={setColumns}
          onClose={() => setDialog(null)}
        />
      )}
      {hasComparison && (
        <CompareDialog
          opened={search.compare !== undefined}
          ids={comparedOffers(search)}
          known={shownOffers(market)}
          onRemove={compare.marks.toggle}
          onRent={onRent}
          onClose={compare.close}
        />
      )}
    </>
  )
}

function shownOffers({ offers, rented }: Market): readonly Offer[] {
  return [...offers, ...(rented?.offers ?? [])]
}

/** Whether a condition held at any time: what was opened once stays, so that it closes as it opened. */
function useEver(holds: boolean): boolean {
  const [held, setHeld] = useState(holds)
  if (holds && !held) setHeld(true)
  return holds || held
}
