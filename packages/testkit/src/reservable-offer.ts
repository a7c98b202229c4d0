import type { Offer } from '@gridloom/contract/market/offer'
import type { Product } from './product.ts'
import type { ProductMachine } from './product-machine.ts'

/**
 * Returns the offer of a machine, the first by default, once its provider accepts reservations of up to 30 days, at a
 * price that the starting credit covers.
 */
export async function reservableOffer(
  product: Product,
  machine: ProductMachine = product.machine,
): Promise<Offer> {
  const reservation_terms = {
    days_max: 30,
    day_discount_basis_points: 500,
    week_discount_basis_points: 1_000,
    month_discount_basis_points: 2_500,
  }
  const params = { id: machine.id }
  const { pricing: usual } = await product.provider.machines.read({ params })
  const pricing = {
    ...usual,
    ...{ cpu_slot_micro_usd_per_hour: 1_000, gpu_slot_micro_usd_per_hour: 1_000 },
    memory_gib_micro_usd_per_hour: 0,
  }
  await product.provider.machines.change({ params, body: { reservation_terms, pricing } })
  return product.offerOf(machine)
}
