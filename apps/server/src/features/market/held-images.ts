import { Refused } from '@gridloom/contract/errors'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import type { Ctx } from '../../platform/ctx.ts'

/** Whether the caller may see which images machines have cached: only past the access code. */
export function maySeeImages({ actor }: Pick<Ctx, 'actor'>): boolean {
  return actor.kind === 'system' || (actor.kind === 'account' && actor.hasAccess)
}

/** Rejects a list of images. @throws {Refused} access_code_required */
export function refuseHiddenField(ctx: Pick<Ctx, 'actor'>, field: string): void {
  if (field === 'image' && !maySeeImages(ctx)) throw new Refused('access_code_required')
}

/** Rejects an image filter, which would disclose the list of images. @throws {Refused} access_code_required */
export function refuseHiddenFilter(ctx: Pick<Ctx, 'actor'>, { image }: OfferFilters): void {
  if (image !== undefined && !maySeeImages(ctx)) throw new Refused('access_code_required')
}
