import type { Offer } from '@gridloom/contract/market/offer'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const ReserveDialog = lazyPart(async () => (await import('./reserve-dialog.tsx')).ReserveDialog)

/** Opens the reservation of an offer; nothing where its provider accepts none. */
export function ReserveButton({ offer }: { offer: Offer }) {
  const [dialog, setDialog] = useState<'open' | 'closed'>('closed')
  const terms = offer.reservation_terms
  if (terms === null) return null
  return (
    <>
      <Button disabled={offer.slots_free === 0} onClick={() => setDialog('open')}>
        Reserve
      </Button>
      <Suspense>
        {dialog === 'open' && (
          <ReserveDialog offer={offer} terms={terms} close={() => setDialog('closed')} />
        )}
      </Suspense>
    </>
  )
}
