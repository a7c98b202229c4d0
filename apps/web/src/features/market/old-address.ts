import { limits } from '@gridloom/contract/core/constants'
import { OfferFilters, OfferKind } from '@gridloom/contract/market/offer-filters'
import { z } from 'zod'
import { toApiFilters } from '../../shared/market/filter-values.ts'
import { withoutBlanks } from './without-blanks.ts'

const atLeast = z.coerce.number().positive().max(1e9).optional().catch(undefined)
const words = (max: number) => z.coerce.string().trim().min(1).max(max).optional().catch(undefined)
const whole = z.coerce.number().int()

/** The parameters of URLs from before the text query, in the units that users think in. */
const OldFilters = z.object({
  kind: OfferKind.optional().catch(undefined),
  gpu: words(100),
  slots: whole.min(1).max(limits.slotsPerInstance).optional().catch(undefined),
  vcpus: atLeast,
  memory: atLeast,
  vram: atLeast,
  disk: whole.min(limits.diskGbMin).max(limits.diskGbMax).optional().catch(undefined),
  score: atLeast,
  net: atLeast,
  max: atLeast,
  image: words(255),
  isolation: z.enum(['any']).optional().catch(undefined),
})

/** Reads the filters of a URL from before the text query, so that links that were saved still work. */
export function readOldFilters(raw: Record<string, unknown>): Partial<OfferFilters> {
  const { image, isolation, ...values } = OldFilters.parse(raw)
  const { gpu_model, ...filters } = toApiFilters(values)
  return withoutBlanks({
    ...filters,
    gpu_model: OfferFilters.shape.gpu_model.safeParse(gpu_model).data,
    image: OfferFilters.shape.image.safeParse(image).data,
    isolation,
  })
}
