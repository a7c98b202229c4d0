import type { InstanceId, TemplateId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Reservation } from '@gridloom/contract/reservations/reservation'
import type { Template } from '@gridloom/contract/templates/template'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { quoteClock } from '../../../shared/market/quote-clock.ts'
import type { WrongFields } from '../../../ui/form/problem-at.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { quoteQuery } from '../api/create-quote.ts'
import { usePlaceOrder } from '../api/place-order.ts'
import { freeSlots, useOwnReservations } from '../reserve/own-reservations.ts'
import { type OrderRefusal, orderRefusal, quoteRefusal } from './order-refusal.ts'
import {
  chosenTemplate,
  diskGbOf,
  draftReservation,
  draftSlots,
  type RentDraft,
} from './rent-draft.ts'
import { toOrder } from './to-order.ts'
import { useTemplates } from './use-templates.ts'

const settleMs = 250

interface RentInput {
  offer: Offer
  draft: RentDraft
  usualDiskGb: number
  /** The template of the URL. */
  namedTemplate: TemplateId | undefined
  onRented: (id: InstanceId) => void
}

/** State of the rent dialog for an offer and a draft: templates, the locked price, the order. */
export function useRent({ offer, draft, usualDiskGb, namedTemplate, onRented }: RentInput) {
  const templates = useTemplates(namedTemplate)
  const template = chosenTemplate(draft, templates)
  const reservations = useOwnReservations(offer)
  const reservation = draftReservation(draft, reservations)
  const slotsFree = reservation === undefined ? offer.slots_free : freeSlots(reservation)
  const slots = draftSlots(draft, { slots_free: slotsFree })
  const diskGb = diskGbOf(draft, { offer, template, usual: usualDiskGb })
  const [wrong, setWrong] = useState<WrongFields>({})
  const order = usePlaceOrder(onRented)
  const price = useLockedPrice({
    ...{ offer, slots, diskGb, template, reservation },
    waiting: templates.loads,
  })
  const { quote } = price
  const refusal = refusalOf(order.error, quote.error)
  useShownInPlace(quote.error)

  function rent(): void {
    if (quote.data === undefined) return
    const attempt = toOrder(draft, {
      ...{ offer, template, slots, diskGb, reservation },
      quote: quote.data,
    })
    setWrong(attempt.ok ? {} : attempt.fields)
    if (attempt.ok) order.mutate({ order: attempt.order, quoteId: quote.data.id })
  }

  return {
    ...price,
    templates,
    template,
    reservations,
    reservation,
    slotsFree,
    slots,
    diskGb,
    refusal,
    /** Invalid fields by their path in the order, found here or by the server. */
    wrong: refusal?.kind === 'fields' ? { ...wrong, ...refusal.fields } : wrong,
    renting: order.isPending,
    rent,
    /** Resends the order whose response was lost, with the same key: it cannot rent twice. */
    sendAgain() {
      if (order.variables) order.mutate(order.variables)
    },
    renew() {
      order.reset()
      void quote.refetch()
    },
    /** An order whose response was lost is never cleared: a new one might rent a second time. */
    forgetRefusal() {
      if (refusal?.kind !== 'unanswered') order.reset()
    },
  }
}
export type Rent = ReturnType<typeof useRent>

function refusalOf(order: Error | null, quote: Error | null): OrderRefusal | undefined {
  if (order) return orderRefusal(order)
  return quote ? quoteRefusal(quote) : undefined
}

interface PriceInput {
  offer: Offer
  slots: number
  diskGb: number
  template: Template | undefined
  reservation: Reservation | undefined
  /** The image is not known yet. */
  waiting: boolean
}

/** Fetches the quote for the current selection once the sizes settle; `fresh` when it matches that selection. */
function useLockedPrice(input: PriceInput) {
  const { offer, slots, diskGb, template, reservation, waiting } = input
  const client = useClient()
  const nowMs = useNow()
  const size = `${slots}/${diskGb}/${reservation?.id ?? ''}`
  const [settled] = useDebouncedValue(size, settleMs)
  const quote = useQuery({
    ...quoteQuery(client, {
      ...{ offerId: offer.id, slots, diskGb, templateId: template?.id },
      reservationId: reservation?.id,
    }),
    enabled: settled === size && !waiting,
  })
  return {
    quote,
    clock: quote.data && quoteClock(quote.data, nowMs),
    fresh: !quote.isPlaceholderData && !quote.isFetching && settled === size,
  }
}
