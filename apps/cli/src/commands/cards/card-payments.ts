import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { paymentColumns } from '../../output/card-text.ts'
import { shortId } from '../../output/format.ts'
import { findCardPayment } from '../../resolve/find-card-payment.ts'

/** Adds `card-payments`: credit that is bought by card. */
export function addCardPayments(program: Command, open: Open): void {
  const payments = program
    .command('card-payments')
    .summary('add credit by card')
    .description('Add credit by card, and refund what was not spent.')
    .addHelpText(
      'after',
      examples(
        'card-payments create 25',
        'card-payments list',
        'card-payments refund 8hjkmnpq --usd 10',
      ),
    )
  for (const add of [addCreatePayment, addListPayments, addRefundPayment]) add(payments, open)
}

function addCreatePayment(payments: Command, open: Open): void {
  payments
    .command('create')
    .argument('<usd>', 'amount in US dollars, such as 25')
    .summary('add credit by card')
    .description(
      "Print the address of Stripe's page on which the payment is made. It is open for an hour.",
    )
    .option('--save-card', 'save the card, for later payments and automatic top-ups')
    .addHelpText(
      'after',
      examples('card-payments create 25', 'card-payments create 50 --save-card'),
    )
    .action(async (usd: string, { saveCard }: { saveCard?: boolean }, command: Command) => {
      const ctx = open(command)
      const payment = await ctx.client.cards.pay({
        body: { micro_usd: parseUsd(usd, 'The amount'), save_card: saveCard },
        signal: ctx.signal,
      })
      await ctx.output.result(
        payment,
        () => `Pay ${formatUsdExact(payment.micro_usd)} at:\n${payment.pay_url}`,
      )
    })
}

function addListPayments(payments: Command, open: Open): void {
  payments
    .command('list')
    .summary('list payments by card')
    .description('List payments by card, newest first, with their refunds and disputes.')
    .option('--limit <n>', 'payments per page (default: 20)', wholeNumber('--limit', 1, 100))
    .option('--page <n>', 'page (default: 1)', wholeNumber('--page', 1, 100_000))
    .addHelpText('after', examples('card-payments list', 'card-payments list --json'))
    .action(async ({ limit = 20, page = 1 }: ListOptions, command: Command) => {
      const ctx = open(command)
      const query = { page, page_size: limit }
      const found = await ctx.client.cards.payments({ query, signal: ctx.signal })
      await ctx.output.result(found, (draw) =>
        found.payments.length === 0
          ? 'No card payments. Add credit: gridloom card-payments create <usd>'
          : draw.table(
              paymentColumns,
              found.payments.map((payment) => paymentColumns.map(({ cell }) => cell(payment))),
            ),
      )
      if (page * limit < found.total) ctx.output.note(`More: --page ${page + 1}`)
    })
}

interface ListOptions {
  limit?: number
  page?: number
}

interface RefundOptions {
  usd?: string
  yes?: boolean
}

function addRefundPayment(payments: Command, open: Open): void {
  payments
    .command('refund')
    .argument('<card-payment>', 'ID, or start or end of an ID')
    .summary('refund credit that was not spent')
    .description('Return credit that was not spent to the card that it came from.')
    .option('--usd <amount>', 'amount (default: all that may be refunded)')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText(
      'after',
      examples('card-payments refund 8hjkmnpq', 'card-payments refund 8hjkmnpq --usd 10 --yes'),
    )
    .action((wanted: string, options: RefundOptions, command: Command) =>
      refund(open(command), wanted, options),
    )
}

/** What is confirmed is what is refunded: the amount is sent, also where it is all. */
async function refund(ctx: Ctx, wanted: string, { usd, yes }: RefundOptions): Promise<void> {
  const asked = usd === undefined ? undefined : parseUsd(usd, '--usd')
  const { id, refundable_micro_usd: most } = await findCardPayment(ctx, wanted)
  const micro_usd = asked ?? most
  if (micro_usd === 0) throw new UsageError('Nothing of this payment can be refunded.')
  const amount = formatUsdExact(micro_usd)
  if (!yes) {
    if (!ctx.host.interactive || ctx.output.format === 'json')
      throw new UsageError(`This refunds ${amount}. Add --yes to skip the confirmation.`)
    const message = `Refund ${amount} to the card? It leaves the balance now.`
    if ((await ctx.host.prompts.confirm({ message })) === 'no')
      throw new CancelledError('Aborted. Nothing was refunded.')
  }
  const body = { micro_usd }
  const payment = await ctx.client.cards.refund({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(payment, () => {
    const state = payment.refunds.at(-1)?.state
    if (state === 'failed') return `The refund failed. ${amount} is back in your balance.`
    return `Refunded ${amount} of ${shortId(id)}. It returns to the card within about ten days.`
  })
}
