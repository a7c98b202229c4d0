import type { Quote } from '@gridloom/contract/market/quote'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Ctx } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { quoteText } from '../../output/quote-text.ts'

/** Shows a price and asks whether to go on. @throws CancelledError, UsageError where nobody can be asked */
export async function agreeToPrice(
  ctx: Ctx,
  quote: Quote,
  { yes, message }: { yes: boolean | undefined; message: string },
): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json') {
    const price = formatPerHour(quote.running_micro_usd_per_hour)
    throw new UsageError(`This costs ${price}. Add --yes to skip the confirmation.`)
  }
  await ctx.output.result(quote, (draw) => quoteText(draw, quote))
  const answer = await ctx.host.prompts.confirm({ message })
  if (answer === 'no') throw new CancelledError('Aborted. Nothing was changed.')
}
