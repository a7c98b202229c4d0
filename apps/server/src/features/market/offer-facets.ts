import { Refused } from '@gridloom/contract/errors'
import type { OfferFacets, OfferFacetsQuery } from '@gridloom/contract/market/facets'
import { type OfferFieldName, offerFields } from '@gridloom/contract/market/offer-fields'
import { nearestWord } from '@gridloom/domain/market/field-words'
import { facetRows, usualFacets } from './columns/facet-rows.ts'
import type { SearchCtx } from './ctx.ts'
import { refuseHiddenField, refuseHiddenFilter } from './held-images.ts'
import { filtersOf } from './query-filters.ts'

/**
 * Counts the values of fields among the offers that pass all filters but those of the field itself.
 * @throws {Refused} query_invalid; access_code_required where images are filtered by or listed, without access
 */
export async function offerFacets(ctx: SearchCtx, asked: OfferFacetsQuery): Promise<OfferFacets> {
  const { fields, ...query } = asked
  const filters = filtersOf(query)
  const names = fields === undefined ? usualFacets : fieldNames(fields)
  refuseHiddenFilter(ctx, filters)
  for (const name of names) refuseHiddenField(ctx, name)
  const columns = await ctx.offerIndex.current()
  const now = ctx.clock.now()
  return facetRows(columns, { filters, fields: names }, { availability: 'free', now })
}

/** Reads a list of names of fields. @throws {Refused} query_invalid */
export function fieldNames(list: string): OfferFieldName[] {
  return [...new Set(list.split(','))].map((name) => {
    if (isFieldName(name)) return name
    const near = nearestWord(name)
    const hint = near === undefined ? '' : `; did you mean ${near}?`
    throw new Refused('query_invalid', {
      details: { problem: `${name} is no field of offers${hint}.` },
    })
  })
}

function isFieldName(name: string): name is OfferFieldName {
  return Object.hasOwn(offerFields, name)
}
