import type { Pricing } from '@gridloom/contract/machines/machine'
import type { Offer } from '@gridloom/contract/market/offer'

type OfferPrices = Pick<
  Offer,
  | 'slot_micro_usd_per_hour'
  | 'memory_gib_micro_usd_per_hour'
  | 'disk_gb_micro_usd_per_hour'
  | 'stopped_disk_gb_micro_usd_per_hour'
>

/** Returns the pricing of a machine, or of an offer, whose slot price applies to either kind. */
export function pricingOf(priced: Pricing | OfferPrices): Pricing {
  const {
    memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour,
  } = priced
  const slots =
    'slot_micro_usd_per_hour' in priced
      ? {
          gpu_slot_micro_usd_per_hour: priced.slot_micro_usd_per_hour,
          cpu_slot_micro_usd_per_hour: priced.slot_micro_usd_per_hour,
        }
      : {
          gpu_slot_micro_usd_per_hour: priced.gpu_slot_micro_usd_per_hour,
          cpu_slot_micro_usd_per_hour: priced.cpu_slot_micro_usd_per_hour,
        }
  return {
    ...slots,
    memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour,
  }
}
