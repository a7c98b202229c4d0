import type { OfferFacet } from '@gridloom/contract/market/facets'
import type { OfferFieldName } from '@gridloom/contract/market/offer-fields'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { numberText } from '../../output/field-text.ts'
import type { Draw } from '../../output/output.ts'
import {
  addFilters,
  type FilterOptions,
  fieldNames,
  filtersOf,
  queryText,
} from './offer-filters.ts'
import { refuseUnreadable } from './searches.ts'

interface FacetsOptions extends FilterOptions {
  fields?: string
}

/** Adds `offers facets`: which values the fields of offers have. */
export function addFacets(offers: Command, open: Open): void {
  addFilters(offers.command('facets'))
    .argument('[query...]', queryText)
    .summary('list the values of fields')
    .description(
      'List the values that fields have, each with its number of offers. The offers pass all filters but those of the field itself.',
    )
    .option('--fields <fields>', 'fields, separated by commas (default: those with few values)')
    .addHelpText(
      'after',
      examples(
        'offers facets',
        'offers facets --fields gpu,vram,country',
        'offers facets region:EU "price<0.5" --fields gpu --json',
      ),
    )
    .action((query: string[], _options: object, command: Command) =>
      // `offers` has the same filters, and its parser reads them first.
      showFacets(open(command), {
        ...command.optsWithGlobals<FacetsOptions>(),
        query: query.join(' '),
      }),
    )
}

async function showFacets(ctx: Ctx, options: FacetsOptions & { query: string }): Promise<void> {
  if (options.query !== '') refuseUnreadable(options.query)
  const fields = options.fields === undefined ? undefined : fieldNames(options.fields).join(',')
  const query = { ...(await filtersOf(ctx, options)), ...(fields === undefined ? {} : { fields }) }
  const found = await ctx.client.market.facets({ query, signal: ctx.signal })
  const rows = found.facets.flatMap(rowsOf)
  await ctx.output.result(found, (draw) =>
    rows.length === 0 ? 'No offer has a value of these fields.' : facetTable(draw, rows),
  )
  ctx.output.note(`${found.offers} ${found.offers === 1 ? 'offer matches' : 'offers match'}.`)
}

interface FacetRow {
  field: OfferFieldName
  value: string
  offers: string
}

/** A row for each value, and one for a range of numbers. */
function rowsOf({ field, values, more, lowest, highest }: OfferFacet): FacetRow[] {
  const rows = values.map(({ value, offers }) => ({ field, value, offers: String(offers) }))
  if (more) rows.push({ field, value: 'and rarer ones', offers: '—' })
  if (values.length > 0 || lowest === null || highest === null) return rows
  const range = `${numberText(field, lowest)} to ${numberText(field, highest)}`
  return [{ field, value: range, offers: '—' }]
}

function facetTable(draw: Draw, rows: readonly FacetRow[]): string {
  return draw.table(
    [{ title: 'FIELD' }, { title: 'VALUE', cutTo: 40 }, { title: 'OFFERS', align: 'right' }],
    rows.map(({ field, value, offers }) => [{ text: field, tone: 'strong' }, value, offers]),
  )
}
