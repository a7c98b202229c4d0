import { OfferId } from '@gridloom/contract/core/ids'
import type { OfferAlert } from '@gridloom/contract/market/alert'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

/** Adds `alerts`: one email when a rented offer is free again. */
export function addAlerts(program: Command, open: Open): void {
  const alerts = program
    .command('alerts')
    .summary('get an email when a rented offer becomes available')
    .description(
      'Get one email when a rented offer becomes available. Alerts expire after 30 days.',
    )
    .addHelpText('after', examples('alerts list', 'alerts add 8hjkmnpq', 'alerts remove 7xyz0123'))
  alerts
    .command('list')
    .summary('list your alerts')
    .description('List your alerts, newest first. Times are UTC.')
    .addHelpText('after', examples('alerts list', 'alerts list --json'))
    .action((_options: object, command: Command) => listAlerts(open(command)))
  alerts
    .command('add')
    .argument('<offer>', 'rented offer: ID, or start or end of an ID, or machine')
    .summary('add an alert for a rented offer')
    .description('Add an alert for a rented offer. List them with: gridloom offers --rented')
    .addHelpText('after', examples('alerts add 8hjkmnpq'))
    .action((offer: string, _options: object, command: Command) => addAlert(open(command), offer))
  alerts
    .command('remove')
    .argument('<alert>', 'ID, or start or end of an ID')
    .summary('remove an alert')
    .description('Remove an alert.')
    .addHelpText('after', examples('alerts remove 7xyz0123'))
    .action((alert: string, _options: object, command: Command) =>
      removeAlert(open(command), alert),
    )
}

async function listAlerts(ctx: Ctx): Promise<void> {
  const alerts = await ctx.client.market.listAlerts({ signal: ctx.signal })
  await printList(ctx, alerts, {
    empty: 'No alerts. Add one: gridloom alerts add <offer>',
    columns,
  })
}

async function addAlert(ctx: Ctx, wanted: string): Promise<void> {
  const body = { offer_id: await rentedOffer(ctx, wanted) }
  const alert = await ctx.client.market.createAlert({ body, signal: ctx.signal })
  await ctx.output.result(
    alert,
    () => 'Alert added. You get one email when the offer is available.',
  )
}

async function removeAlert(ctx: Ctx, wanted: string): Promise<void> {
  const alerts = await ctx.client.market.listAlerts({ signal: ctx.signal })
  const named = alerts.map(({ id }) => ({ id, name: id }))
  const { id } = chooseOne(named, wanted, 'alert')
  await ctx.client.market.deleteAlert({ params: { id }, signal: ctx.signal })
  await ctx.output.result({}, () => `Removed ${shortId(id)}.`)
}

/** Finds an offer among the cheapest hundred that are rented. */
async function rentedOffer(ctx: Ctx, wanted: string): Promise<OfferId> {
  const whole = OfferId.safeParse(wanted)
  if (whole.success) return whole.data
  const query = { availability: 'rented', page_size: 100, isolation: 'any' } as const
  const { offers } = await ctx.client.market.search({ query, signal: ctx.signal })
  const named = offers.map(({ id, machine_name }) => ({ id, name: machine_name }))
  return chooseOne(named, wanted, 'offer').id
}

const columns: readonly ListColumn<OfferAlert>[] = [
  { title: 'ALERT', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'FOR', cutTo: 30, cell: (alert) => alert.offer_name ?? 'filters' },
  {
    title: 'STATE',
    cell: ({ sent_at: at }) => (at === null ? 'waiting' : `sent ${formatTime(at)}`),
  },
  { title: 'ADDED', dropRank: 1, cell: ({ created_at: at }) => formatTime(at) },
  { title: 'EXPIRES', dropRank: 2, cell: ({ expires_at: at }) => formatTime(at) },
]
