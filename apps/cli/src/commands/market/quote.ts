import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { quoteText } from '../../output/quote-text.ts'
import { findOffer } from '../../resolve/find-offer.ts'
import { findTemplate } from '../../resolve/find-template.ts'
import { addSizeOptions, diskGbWithoutTemplate, type SizeOptions } from '../shared/order-options.ts'

export function addQuote(program: Command, open: Open): void {
  addSizeOptions(program.command('quote'))
    .argument('<offer>', 'offer ID or machine name')
    .summary('show the total price of an offer')
    .description('Show the total price of an offer. Quotes are free.')
    .addHelpText('after', examples('quote 8hjkmnpq --disk 50', 'quote 8hjkmnpq --slots 2 --json'))
    .action((offer: string, options: SizeOptions, command: Command) =>
      showQuote(open(command), offer, options),
    )
}

async function showQuote(ctx: Ctx, wanted: string, options: SizeOptions): Promise<void> {
  const offer = await findOffer(ctx, wanted)
  const template = options.template ? await findTemplate(ctx, options.template) : undefined
  const quote = await ctx.client.market.quote({
    body: {
      offer_id: offer.id,
      slots: options.slots ?? 1,
      disk_gb: options.disk ?? template?.recommended_disk_gb ?? diskGbWithoutTemplate,
      template_id: template?.id,
    },
    signal: ctx.signal,
  })
  await ctx.output.result(quote, (draw) => quoteText(draw, quote))
}
