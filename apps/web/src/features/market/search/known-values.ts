import type { Offer } from '@gridloom/contract/market/offer'

/** GPU models and cached images of the offers on the page, as suggestions. */
export function knownIn(offers: readonly Offer[]) {
  const gpuModels = offers.flatMap((offer) => (offer.gpu_model ? [offer.gpu_model] : []))
  const images = offers.flatMap((offer) => offer.images)
  return { gpuModels: [...new Set(gpuModels)].sort(), images: [...new Set(images)].sort() }
}
