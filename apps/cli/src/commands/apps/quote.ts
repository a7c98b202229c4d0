import type { AppQuote } from '@gridloom/contract/apps/launch'
import { formatDuration } from '@gridloom/domain/format-duration'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { quoteText } from '../../output/quote-text.ts'
import { addQuoteOptions, type QuoteOptions, quoteBody } from './quote-options.ts'

export function addQuoteApp(apps: Command, open: Open): void {
  addQuoteOptions(apps.command('quote'))
    .argument('<app>', 'name of an app')
    .summary('show the price of an app')
    .description('Show the all-in price of an app on the best machine, or on the one you name.')
    .addHelpText('after', examples('apps quote open-webui', 'apps quote vllm --on tower'))
    .action(async (slug: string, options: QuoteOptions, command: Command) => {
      const ctx = open(command)
      const body = await quoteBody(ctx, options)
      const quoted = await ctx.client.apps.quote({ params: { slug }, body, signal: ctx.signal })
      await ctx.output.result(quoted, (draw) =>
        [machineText(quoted), quoteText(draw, quoted.quote)].join('\n'),
      )
    })
}

/** The machine, and how soon the app is ready there. */
export function machineText({ offer, quote, expected }: AppQuote): string {
  const hardware = offer.gpu_model ?? offer.cpu_model
  return `${hardware} on ${offer.machine_name}: ${startText({ quote, expected })}.`
}

function startText({ quote, expected }: Pick<AppQuote, 'quote' | 'expected'>): string {
  const image = quote.image_held ? 'has the image' : 'fetches the image first, for free'
  if (expected === null) return image
  const [half, most] = [expected.p50_s, expected.p90_s].map(formatDuration)
  return `${image}, usually ready in ${half}, 90 % within ${most}`
}
