import { reservableOffer } from '../../../src/reservable-offer.ts'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** A reservation takes a machine whose provider accepts them, and the money of all its days. */
export const preparedReservations: PreparedCalls = {
  'reservations.quote': async (site) => {
    const { token, offer_id } = await reservable(site)
    return { token, query: { offer_id, days: '1' } }
  },
  'reservations.create': async (site) => {
    const { token, offer_id } = await reservable(site)
    return { token, body: { offer_id, days: 1 } }
  },
}

async function reservable({ product, person }: Site) {
  const { token } = await person()
  const { id: offer_id } = await reservableOffer(product, await product.addMachine())
  return { token, offer_id }
}
