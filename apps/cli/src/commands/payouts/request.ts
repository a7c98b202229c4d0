import type { PayoutSource, Payouts } from '@gridloom/contract/payouts/payout'
import { formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import { feeOf, withoutPartsOfCents } from '@gridloom/domain/payouts/payout-fee'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, FailedError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { findSource, sourceName, type WantedSource, wayOf } from './find-source.ts'

interface RequestOptions extends WantedSource {
  yes?: boolean
}

export function addRequestPayout(payouts: Command, open: Open): void {
  payouts
    .command('request')
    .argument('[usd]', 'amount in US dollars (default: all that is payable)')
    .summary('request a payout')
    .description('Request a payout of payable earnings to a wallet, bank account or by Stripe.')
    .option('--token <symbol>', 'stablecoin, where there are several: symbol or contract')
    .option('--bank', 'to the bank account')
    .option('--stripe', 'to the Stripe account')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText(
      'after',
      examples(
        'payouts request',
        'payouts request 50 --token USDT --yes',
        'payouts request --bank',
      ),
    )
    .action((usd: string | undefined, options: RequestOptions, command: Command) =>
      request(open(command), usd, options),
    )
}

async function request(ctx: Ctx, usd: string | undefined, options: RequestOptions): Promise<void> {
  const { signal } = ctx
  const payouts = await ctx.client.payouts.list({ signal })
  const source = findSource(payouts.sources, options)
  const target = targetOf(source, payouts)
  const payable = source.method === 'wallet' ? (all: number) => all : withoutPartsOfCents
  const micro_usd =
    usd === undefined ? payable(payouts.payable_micro_usd) : parseUsd(usd, 'The payout')
  if (micro_usd === 0) throw new FailedError('Nothing is payable now.')
  const way = wayOf(source)
  const quote = await ctx.client.payouts.quote({ query: way, signal })
  const terms = { fixed: quote.fee_micro_usd, basisPoints: quote.fee_basis_points }
  const fee_micro_usd = feeOf(terms, micro_usd)
  const what = `${formatUsdExact(micro_usd)}, of it ${formatUsdExact(fee_micro_usd)} fee, in ${sourceName(source)} to ${target}`
  await agreeTo(ctx, what, options)
  const body = { ...way, micro_usd, fee_micro_usd }
  const payout = await ctx.client.payouts.request({ body, signal })
  await ctx.output.result(payout, () =>
    payout.state === 'requested'
      ? `Requested ${payout.id}: ${formatUsd(micro_usd)}. Two operators approve it.`
      : `Requested ${payout.id}: ${formatUsd(micro_usd)}. It is sent soon.`,
  )
}

function targetOf(
  { method }: PayoutSource,
  { address, bank_account: bank, stripe_account: stripe }: Payouts,
): string {
  if (method === 'stripe') {
    if (stripe === null)
      throw new FailedError('No Stripe account is in effect. Set one up: gridloom payouts stripe')
    return `Stripe account ${stripe}`
  }
  if (method === 'bank') {
    if (bank === null)
      throw new FailedError(
        'No bank account is in effect. Enter one: gridloom payouts bank-account',
      )
    return `${bank.iban} (${bank.holder})`
  }
  if (address === null)
    throw new FailedError('No payout address is in effect. Choose one: gridloom payouts address')
  return `${address.address} (${address.words.join(' ')})`
}

async function agreeTo(ctx: Ctx, what: string, { yes }: RequestOptions): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`This pays out ${what}. Add --yes to skip the confirmation.`)
  if ((await ctx.host.prompts.confirm({ message: `Pay out ${what}?` })) === 'no')
    throw new CancelledError('Aborted. Nothing was requested.')
}
