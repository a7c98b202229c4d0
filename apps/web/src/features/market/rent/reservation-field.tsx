import type { Reservation } from '@gridloom/contract/reservations/reservation'
import { NativeSelect } from '@mantine/core'
import { slotsText } from '../../../shared/reservations/reservation-words.ts'
import { formatExact } from '../../../ui/format/times.ts'
import { freeSlots } from '../reserve/own-reservations.ts'
import type { RentDraft } from './rent-draft.ts'

interface ReservationFieldProps {
  reservations: readonly Reservation[]
  chosen: Reservation | undefined
  onChange: (part: Partial<RentDraft>) => void
}

/** Whose slots the order takes: those of a reservation, or any on demand. Nothing for an offer without reservations. */
export function ReservationField({ reservations, chosen, onChange }: ReservationFieldProps) {
  if (reservations.length === 0) return null
  return (
    <NativeSelect
      label="Slots"
      description="The slots of a reservation cost nothing more; the disk is charged as usual."
      value={chosen?.id ?? onDemand}
      data={[
        ...reservations.map((one) => ({
          value: one.id,
          label: `Reservation until ${formatExact(one.ends_at)}, ${slotsText(freeSlots(one))} free`,
        })),
        { value: onDemand, label: 'On demand' },
      ]}
      onChange={(event) => {
        const wanted = event.currentTarget.value
        onChange({ reservation: reservations.find(({ id }) => id === wanted)?.id ?? onDemand })
      }}
    />
  )
}

const onDemand = 'on_demand'
