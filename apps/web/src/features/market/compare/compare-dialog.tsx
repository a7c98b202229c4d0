import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { offerQuery } from '../api/read-offer.ts'
import styles from './compare.module.css'
import { CompareCell } from './compare-cell.tsx'
import { compareRows } from './compare-rows.ts'

interface CompareDialogProps {
  opened: boolean
  ids: readonly OfferId[]
  /** Offers that the table has already. */
  known: readonly Offer[]
  onRemove: (id: OfferId) => void
  onRent: (offer: Offer) => void
  onClose: () => void
}

/** Up to five offers side by side, with their differences and the best value of each row. */
export function CompareDialog({ opened, onClose, ...compared }: CompareDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="auto"
      title="Compare offers"
      closeButtonProps={{ 'aria-label': 'Close comparison' }}
    >
      {opened && <Compared {...compared} />}
    </Modal>
  )
}

type ComparedProps = Omit<CompareDialogProps, 'opened' | 'onClose'>

function Compared({ ids, known, onRemove, onRent }: ComparedProps) {
  const client = useClient()
  const queries = useQueries({
    queries: ids.map((id) => ({
      ...offerQuery(client, id),
      placeholderData: known.find((offer) => offer.id === id),
    })),
  })
  const offers = queries.flatMap(({ data }) => data ?? [])
  const failed = queries.filter(({ error, data }) => error !== null && data === undefined)
  if (queries.some(({ isPending }) => isPending)) {
    return <SkeletonRows rows={8} label="Loading the offers" />
  }
  if (offers.length === 0) {
    return failed[0] ? (
      <ErrorState title="The offers are no longer available" error={failed[0].error} />
    ) : (
      <EmptyState title="No offers to compare">Mark up to five offers on the market.</EmptyState>
    )
  }
  return (
    <>
      {failed.length > 0 && (
        <p className={styles.gone} role="status">
          {plural(failed.length, 'offer')} no longer available.
        </p>
      )}
      <CompareTable offers={offers} onRemove={onRemove} onRent={onRent} />
    </>
  )
}

interface CompareTableProps extends Pick<CompareDialogProps, 'onRemove' | 'onRent'> {
  offers: readonly Offer[]
}

function CompareTable({ offers, onRemove, onRent }: CompareTableProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const rows = compareRows(offers).filter(({ differs }) => differs || !onlyDifferences)
  return (
    <>
      <Switch
        size="sm"
        mb="sm"
        label="Only differences"
        checked={onlyDifferences}
        onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
      />
      <ScrollRegion className={styles.scroll} aria-label="Comparison of offers">
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {offers.map((offer) => (
                <th key={offer.id} scope="col">
                  <OfferHead offer={offer} onRemove={onRemove} onRent={onRent} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.field} data-differs={row.differs}>
                <th scope="row" title={row.about}>
                  {row.title} {row.differs && <span className={styles.differs}>differs</span>}
                </th>
                {row.cells.map((cell, index) => (
                  <CompareCell key={offers[index]?.id ?? index} cell={cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length === 0 && <p className={styles.muted}>These offers do not differ.</p>}
    </>
  )
}

function OfferHead({
  offer,
  onRemove,
  onRent,
}: Omit<CompareTableProps, 'offers'> & { offer: Offer }) {
  const name = `${hardwareName(offer)} on ${offer.machine_name}`
  return (
    <div className={styles.head}>
      <div className={styles.headName}>
        <span>
          {hardwareName(offer)}
          <span className={styles.sub}>{offer.machine_name}</span>
        </span>
        <ActionIcon size={24} aria-label={`Remove ${name}`} onClick={() => onRemove(offer.id)}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      <Button
        size="xs"
        variant="light"
        disabled={offer.slots_free === 0 || offer.availability !== 'free'}
        aria-label={`Rent ${name}`}
        onClick={() => onRent(offer)}
      >
        {offer.availability === 'free' ? 'Rent' : 'Not available'}
      </Button>
    </div>
  )
}
