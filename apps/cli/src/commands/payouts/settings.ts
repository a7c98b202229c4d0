import type { PayoutSettings, PayoutSettingsView } from '@gridloom/contract/payouts/settings'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { findSource, type WantedSource, wayOf } from './find-source.ts'

interface SettingsOptions extends WantedSource {
  weekly?: boolean
  atWill?: boolean
  threshold?: string
  name?: string
  country?: string
  taxId?: string
}

export function addPayoutSettings(payouts: Command, open: Open): void {
  payouts
    .command('settings')
    .summary('show or change when payouts are made, and who is paid')
    .description('Show payout settings, or change those that are given.')
    .option('--weekly', 'all that is payable, weekly')
    .option('--at-will', 'only payouts that you request')
    .option('--threshold <usd>', 'weekly payouts wait until this much is payable')
    .option('--token <symbol>', 'stablecoin of weekly payouts: symbol or contract')
    .option('--bank', 'weekly payouts go to the bank account')
    .option('--stripe', 'weekly payouts go to the Stripe account')
    .option('--name <text>', 'who is paid')
    .option('--country <code>', 'country of the payee, two letters')
    .option('--tax-id <text>', 'VAT or tax number of the payee')
    .addHelpText(
      'after',
      examples('payouts settings', 'payouts settings --weekly --threshold 100 --token USDT'),
    )
    .action((options: SettingsOptions, command: Command) => settings(open(command), options))
}

async function settings(ctx: Ctx, options: SettingsOptions): Promise<void> {
  const { signal } = ctx
  if (options.weekly === true && options.atWill === true)
    throw new UsageError('Give --weekly or --at-will, not both.')
  const now = await ctx.client.payouts.settings({ signal })
  const shown =
    Object.keys(options).length === 0
      ? now
      : await ctx.client.payouts.changeSettings({ body: await changed(ctx, now, options), signal })
  await ctx.output.result(shown, (draw) => draw.facts(factsOf(shown)))
}

async function changed(
  ctx: Ctx,
  now: PayoutSettingsView,
  options: SettingsOptions,
): Promise<PayoutSettings> {
  const { threshold } = options
  const schedule = options.weekly ? 'weekly' : options.atWill ? 'at_will' : now.schedule
  return {
    schedule,
    threshold_micro_usd:
      threshold === undefined ? now.threshold_micro_usd : parseUsd(threshold, 'The threshold'),
    source: await sourceOf(ctx, { now, schedule, wanted: options }),
    payee: payeeOf(now, options),
  }
}

interface Choice {
  now: PayoutSettingsView
  schedule: PayoutSettings['schedule']
  wanted: WantedSource
}

async function sourceOf(
  ctx: Ctx,
  { now, schedule, wanted }: Choice,
): Promise<PayoutSettings['source']> {
  const isNamed = [wanted.token, wanted.bank, wanted.stripe].some((one) => one !== undefined)
  if (!isNamed && (schedule === 'at_will' || now.source !== null)) return now.source
  const { sources } = await ctx.client.payouts.list({ signal: ctx.signal })
  return wayOf(findSource(sources, wanted))
}

function payeeOf(
  { payee }: PayoutSettingsView,
  options: SettingsOptions,
): PayoutSettingsView['payee'] {
  const name = options.name ?? payee?.name
  const country = options.country?.toUpperCase() ?? payee?.country
  const taxId = options.taxId ?? payee?.tax_id ?? null
  if (name !== undefined && country !== undefined) return { name, country, tax_id: taxId }
  if (name === undefined && country === undefined && taxId === null) return null
  throw new UsageError('Give --name and --country of the payee.')
}

function factsOf({ schedule, threshold_micro_usd, source, payee }: PayoutSettingsView) {
  const facts: [string, string][] = [
    ['Schedule', schedule === 'weekly' ? 'weekly' : 'when you request them'],
    ['Threshold', formatUsdExact(threshold_micro_usd)],
    ['Paid in', sourceText(source)],
    ['Payee', payee === null ? 'none' : `${payee.name}, ${payee.country}`],
  ]
  if (payee !== null && payee.tax_id !== null) facts.push(['Tax number', payee.tax_id])
  return facts
}

function sourceText(source: PayoutSettings['source']): string {
  if (source === null) return 'none'
  if (source.method === 'bank') return 'US dollars, to the bank account'
  if (source.method === 'stripe') return 'US dollars, to the Stripe account'
  return `${source.token} on chain ${source.chain_id}`
}
