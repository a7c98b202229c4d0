import type { Reservation } from '@gridloom/contract/reservations/reservation'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCancelReservation } from '../../shared/reservations/reservations-api.ts'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../ui/format/money.ts'

/** Ends a reservation early, after its refund was shown. */
export function CancelReservation({ reservation }: { reservation: Reservation }) {
  const [asked, setAsked] = useState<'yes' | 'no'>('no')
  const cancel = useCancelReservation(reservation.id)
  const refund = formatMoneyExact(reservation.refund_now_micro_usd ?? 0)
  const close = () => setAsked('no')
  return (
    <>
      <Button
        size="xs"
        aria-label={`End the reservation on ${reservation.machine_name}`}
        onClick={() => setAsked('yes')}
      >
        End
      </Button>
      {asked === 'yes' && (
        <ConfirmDialog
          opened
          title="End the reservation?"
          confirmWord="End reservation"
          busy={cancel.isPending}
          problem={cancel.error ? describeError(cancel.error).text : undefined}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          You get {refund} back now. The days so far are priced at the discount of their number, and
          the day that has begun counts as a whole.{' '}
          {reservation.at_end === 'stop'
            ? 'Instances on its slots stop, and their disks are kept.'
            : 'Instances on its slots continue on demand.'}
        </ConfirmDialog>
      )}
    </>
  )
}
