import { limits } from '@gridloom/contract/core/constants'
import type { Command } from 'commander'
import type { Ctx } from '../../ctx.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findOffer } from '../../resolve/find-offer.ts'

export interface QuoteOptions {
  on?: string
  slots?: number
  disk?: number
}

/** Adds the options that choose a machine and a size for an app. */
export function addQuoteOptions(command: Command): Command {
  return command
    .option('--on <offer>', 'offer ID or machine name (default: the best one)')
    .option('--slots <n>', 'slots', wholeNumber('--slots', 1, limits.slotsPerInstance))
    .option(
      '--disk <gb>',
      'disk size in GB',
      wholeNumber('--disk', limits.diskGbMin, limits.diskGbMax),
    )
}

/** The body of a quote for an app. */
export async function quoteBody(ctx: Ctx, { on, slots, disk }: QuoteOptions) {
  return {
    ...(on === undefined ? {} : { offer_id: (await findOffer(ctx, on)).id }),
    ...(slots === undefined ? {} : { slots }),
    ...(disk === undefined ? {} : { disk_gb: disk }),
  }
}
