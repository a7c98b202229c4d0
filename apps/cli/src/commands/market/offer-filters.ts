import type { OfferFieldName } from '@gridloom/contract/market/offer-fields'
import type { OfferQuery } from '@gridloom/contract/market/offer-filters'
import { fieldOfWord, nearestWord } from '@gridloom/domain/market/field-words'
import type { Command } from 'commander'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { given } from '../../input/given.ts'
import { amount } from '../../input/parse-values.ts'
import { findTemplate } from '../../resolve/find-template.ts'
import { addNeedOptions, type NeedOptions, needsOf } from '../shared/need-options.ts'

/** What offers must have, as options and a text query name it. */
export interface FilterOptions extends NeedOptions {
  template?: string
  disk?: number
  image?: string
  notIsolated?: boolean
}

export type Filters = Partial<OfferQuery>

/** The help of the words of a text query. */
export const queryText = 'fields with values, such as gpu:4090 or "vram>=24"'

/** Adds the options that filter offers. */
export function addFilters(command: Command): Command {
  return addNeedOptions(command)
    .option('--template <name-or-id>', 'filters of a template, unless an option says otherwise')
    .option('--disk <gb>', 'minimum free disk', amount('--disk'))
    .option('--image <image>', 'only machines that have this image cached')
    .option('--not-isolated', 'include machines that are not isolated')
}

/** The filters of the template, if one is named, under those of the options. */
export async function filtersOf(
  ctx: Ctx,
  { template, ...options }: FilterOptions & { query: string },
): Promise<Filters> {
  return {
    ...(template === undefined ? {} : (await findTemplate(ctx, template)).extra_filters),
    ...given({
      ...needsOf(options),
      disk_gb_min: options.disk,
      image: options.image,
      isolation: options.notIsolated ? ('any' as const) : undefined,
      q: options.query === '' ? undefined : options.query,
    }),
  }
}

/** Parses fields that are separated by commas. @throws UsageError */
export function fieldNames(list: string): OfferFieldName[] {
  return list.split(',').map((word) => {
    const name = fieldOfWord(word.trim())
    if (name !== undefined) return name
    const near = nearestWord(word.trim())
    const hint = near === undefined ? '' : ` Did you mean ${near}?`
    throw new UsageError(`${word.trim()} is no field of offers.${hint}`)
  })
}
