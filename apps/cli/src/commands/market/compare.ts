import type { Offer } from '@gridloom/contract/market/offer'
import { offerField, offerFieldNames } from '@gridloom/contract/market/offer-fields'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { fieldText } from '../../output/field-text.ts'
import type { Draw } from '../../output/output.ts'
import { findOffer } from '../../resolve/find-offer.ts'

const comparedMax = 5

/** Adds `offers compare`: up to five offers side by side. */
export function addCompare(offers: Command, open: Open): void {
  offers
    .command('compare')
    .argument('<offers...>', 'two to five offers: IDs or machine names')
    .summary('compare offers side by side')
    .description('Compare two to five offers, field by field. Fields that none has are left out.')
    .addHelpText('after', examples('offers compare 8hjkmnpq 7xyz0123'))
    .action((wanted: string[], _options: object, command: Command) =>
      compareOffers(open(command), wanted),
    )
}

async function compareOffers(ctx: Ctx, wanted: readonly string[]): Promise<void> {
  if (wanted.length < 2 || wanted.length > comparedMax) {
    throw new UsageError(`Name two to ${comparedMax} offers.`)
  }
  const offers: Offer[] = []
  for (const one of wanted) offers.push(await findOffer(ctx, one))
  await ctx.output.result(offers, (draw) => comparison(draw, offers))
}

function comparison(draw: Draw, offers: readonly Offer[]): string {
  const rows = offerFieldNames
    .map((name) => ({ name, cells: offers.map((offer) => fieldText(offer, name)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== '—'))
  return draw.table(
    [{ title: 'FIELD' }, ...offers.map(({ machine_name }) => ({ title: machine_name, cutTo: 30 }))],
    rows.map(({ name, cells }) => [{ text: offerField(name).title, tone: 'strong' }, ...cells]),
  )
}
