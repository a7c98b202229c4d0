import type { PayoutSettings, PayoutSettingsView } from '@gridloom/contract/payouts/settings'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { findSource } from './find-source.ts'

interface SettingsOptions {
  weekly?: boolean
  atWill?: boolean
  threshold?: string
  token?: string
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
    source: await sourceOf(ctx, { now, schedule, token: options.token }),
    payee: payeeOf(now, options),
  }
}

interface Choice {
  now: PayoutSettingsView
  schedule: PayoutSettings['schedule']
  token: string | undefined
}

async function sourceOf(
  ctx: Ctx,
  { now, schedule, token: wanted }: Choice,
): Promise<PayoutSettings['source']> {
  if (wanted === undefined && (schedule === 'at_will' || now.source !== null)) return now.source
  const { sources } = await ctx.client.payouts.list({ signal: ctx.signal })
  const { chain_id, token } = findSource(sources, wanted)
  return { chain_id, token }
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
    ['Token', source === null ? 'none' : `${source.token} on chain ${source.chain_id}`],
    ['Payee', payee === null ? 'none' : `${payee.name}, ${payee.country}`],
  ]
  if (payee !== null && payee.tax_id !== null) facts.push(['Tax number', payee.tax_id])
  return facts
}
