import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { cardColumns, cardName } from '../../output/card-text.ts'
import { printList } from '../../output/print-list.ts'
import { findCard } from '../../resolve/find-card.ts'

/** Adds `cards`: saved cards, which automatic top-ups charge. */
export function addCards(program: Command, open: Open): void {
  const cards = program
    .command('cards')
    .summary('manage saved cards')
    .description(
      'Manage the cards that Stripe keeps for you. Automatic top-ups charge the default.',
    )
    .addHelpText(
      'after',
      examples('cards list', 'cards add', 'cards default 4242', 'cards remove 4242'),
    )
  for (const add of [addListCards, addAddCard, addDefaultCard, addRemoveCard]) add(cards, open)
}

function addListCards(cards: Command, open: Open): void {
  cards
    .command('list')
    .summary('list saved cards')
    .description('List the saved cards.')
    .addHelpText('after', examples('cards list', 'cards list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const found = await ctx.client.cards.list({ signal: ctx.signal })
      const empty =
        found.limits === null
          ? 'Card payments are not set up on this server.'
          : 'No saved cards. Save one: gridloom cards add'
      await printList(ctx, found.cards, { empty, columns: cardColumns })
    })
}

function addAddCard(cards: Command, open: Open): void {
  cards
    .command('add')
    .summary('save a card')
    .description("Print the address of Stripe's page that saves a card. Open it in a browser.")
    .addHelpText('after', examples('cards add'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const page = await ctx.client.cards.setup({ signal: ctx.signal })
      await ctx.output.result(page, () => `Save the card at:\n${page.url}`)
    })
}

function addDefaultCard(cards: Command, open: Open): void {
  cards
    .command('default')
    .argument('<card>', 'last four digits, or ID')
    .summary('choose the card that top-ups charge')
    .description('Choose the card that automatic top-ups charge.')
    .addHelpText('after', examples('cards default 4242'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const card = await findCard(ctx, wanted)
      const body = { card_id: card.id }
      const changed = await ctx.client.cards.choose({ body, signal: ctx.signal })
      await ctx.output.result(changed, () => `Automatic top-ups charge ${cardName(card)}.`)
    })
}

function addRemoveCard(cards: Command, open: Open): void {
  cards
    .command('remove')
    .argument('<card>', 'last four digits, or ID')
    .summary('remove a saved card')
    .description('Remove a saved card. Automatic top-ups use the next one, or stop.')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('cards remove 4242'))
    .action(async (wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const card = await findCard(ctx, wanted)
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError(
            `This removes ${cardName(card)}. Add --yes to skip the confirmation.`,
          )
        const message = `Remove ${cardName(card)}?`
        if ((await ctx.host.prompts.confirm({ message })) === 'no')
          throw new CancelledError('Aborted. Nothing was removed.')
      }
      const left = await ctx.client.cards.remove({ params: { id: card.id }, signal: ctx.signal })
      await ctx.output.result(left, () => `Removed ${cardName(card)}.`)
    })
}
