import { limits } from '@gridloom/contract/core/constants'
import type { ReservationTerms } from '@gridloom/contract/machines/reservation-terms'
import type { Offer } from '@gridloom/contract/market/offer'
import type { ReservationEnd, ReservationQuote } from '@gridloom/contract/reservations/reservation'
import { NumberInput, Radio } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { daysText } from '../../../shared/reservations/reservation-words.ts'
import { reservationPriceQuery, useReserve } from '../../../shared/reservations/reservations-api.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import styles from './reserve-dialog.module.css'

const usualDays = 7
const settleMs = 250

interface ReserveDialogProps {
  offer: Offer
  terms: ReservationTerms
  close: () => void
}

/** Reserves slots of an offer for days, at the price that the button says. */
export function ReserveDialog({ offer, terms, close }: ReserveDialogProps) {
  const navigate = useNavigate()
  const [slots, setSlots] = useState(1)
  const [days, setDays] = useState(Math.min(usualDays, terms.days_max))
  const [atEnd, setAtEnd] = useState<ReservationEnd>('stop')
  const reserve = useReserve()
  const wanted = { offer_id: offer.id, slots, days }
  const price = usePrice(wanted)
  const { quote, isFresh } = price
  const error = reserve.error ?? price.error
  return (
    <Modal opened onClose={close} title={`Reserve ${hardwareName(offer)}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (quote === undefined || !isFresh) return
          reserve.mutate(
            { ...wanted, at_end: atEnd, total_micro_usd_max: quote.total_micro_usd },
            { onSuccess: () => void navigate({ to: '/instance/reservations' }) },
          )
        }}
      >
        <p className={styles.text}>
          The price of all days is put on hold now and charged day by day, whether you use the slots
          or not. Instances on them pay only for their disk.
        </p>
        <div className={styles.size}>
          <NumberInput
            label="Slots"
            min={1}
            max={Math.max(1, Math.min(offer.slots_free, limits.slotsPerInstance))}
            clampBehavior="strict"
            allowDecimal={false}
            value={slots}
            onChange={(value) => setSlots(Number(value) || 1)}
          />
          <NumberInput
            label="Days"
            description={`at most ${terms.days_max}`}
            min={1}
            max={terms.days_max}
            clampBehavior="strict"
            allowDecimal={false}
            value={days}
            onChange={(value) => setDays(Number(value) || 1)}
          />
        </div>
        <Radio.Group
          label="When it ends, running instances"
          value={atEnd}
          onChange={(value) => setAtEnd(value === 'continue' ? 'continue' : 'stop')}
        >
          <div className={styles.ends}>
            <Radio value="stop" label="stop, and keep their disks" />
            <Radio value="continue" label="continue at the price on demand" />
          </div>
        </Radio.Group>
        {quote !== undefined && (
          <Facts
            facts={[
              {
                name: 'Price',
                value: (
                  <>
                    <HourlyPrice microUsdPerHour={quote.slot_micro_usd_per_hour} /> a slot
                  </>
                ),
              },
              { name: 'On demand', value: <Money microUsd={quote.on_demand_micro_usd} /> },
              { name: 'Discount', value: `${quote.discount_basis_points / 100} %` },
              { name: 'Total', value: <Money microUsd={quote.total_micro_usd} /> },
              { name: 'Balance', value: <Money microUsd={quote.available_micro_usd} /> },
            ]}
          />
        )}
        <p className={styles.text}>
          A day on which the slots are unavailable for more than an hour is refunded by itself. If
          you end it early, the days so far cost what so many days cost, and the rest is returned.
        </p>
        <FormProblem text={error ? describeError(error).text : shortfall(quote)} />
        <FormButtons busy={reserve.isPending} cancel={close}>
          {quote === undefined || !isFresh
            ? 'Calculating the price…'
            : `Reserve ${daysText(days)} for ${formatMoneyExact(quote.total_micro_usd)}`}
        </FormButtons>
      </Form>
    </Modal>
  )
}

/** Says that the balance is too low, before the server does. */
function shortfall(quote: ReservationQuote | undefined): string | undefined {
  if (quote === undefined || quote.total_micro_usd <= quote.available_micro_usd) return undefined
  return 'Your balance does not cover these days. Reserve fewer days or slots.'
}

/** Fetches the price once the input settles; it is fresh when it is that of the input. */
function usePrice(wanted: Parameters<typeof reservationPriceQuery>[1]) {
  const client = useClient()
  const [settled] = useDebouncedValue(`${wanted.slots}/${wanted.days}`, settleMs)
  const isSettled = settled === `${wanted.slots}/${wanted.days}`
  const price = useQuery({ ...reservationPriceQuery(client, wanted), enabled: isSettled })
  return {
    quote: price.data,
    error: price.error,
    isFresh: isSettled && !price.isPlaceholderData && !price.isFetching,
  }
}
