import { formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, FailedError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { findSource } from './find-source.ts'

interface RequestOptions {
  token?: string
  yes?: boolean
}

export function addRequestPayout(payouts: Command, open: Open): void {
  payouts
    .command('request')
    .argument('[usd]', 'amount in US dollars (default: all that is payable)')
    .summary('request a payout')
    .description('Request a payout of payable earnings to your payout address.')
    .option('--token <symbol>', 'stablecoin, where there are several: symbol or contract')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('payouts request', 'payouts request 50 --token USDT --yes'))
    .action((usd: string | undefined, options: RequestOptions, command: Command) =>
      request(open(command), usd, options),
    )
}

async function request(ctx: Ctx, usd: string | undefined, options: RequestOptions): Promise<void> {
  const { signal } = ctx
  const { sources, address, payable_micro_usd } = await ctx.client.payouts.list({ signal })
  const { chain_id, token, symbol, chain_name } = findSource(sources, options.token)
  if (address === null)
    throw new FailedError('No payout address is in effect. Choose one: gridloom payouts address')
  const micro_usd = usd === undefined ? payable_micro_usd : parseUsd(usd, 'The payout')
  if (micro_usd === 0) throw new FailedError('Nothing is payable now.')
  const { fee_micro_usd } = await ctx.client.payouts.quote({ query: { chain_id, token }, signal })
  const what = `${formatUsdExact(micro_usd)}, of it ${formatUsdExact(fee_micro_usd)} fee, in ${symbol} on ${chain_name} to ${address.address} (${address.words.join(' ')})`
  await agreeTo(ctx, what, options)
  const body = { chain_id, token, micro_usd, fee_micro_usd }
  const payout = await ctx.client.payouts.request({ body, signal })
  await ctx.output.result(payout, () =>
    payout.state === 'requested'
      ? `Requested ${payout.id}: ${formatUsd(micro_usd)}. Two operators approve it.`
      : `Requested ${payout.id}: ${formatUsd(micro_usd)}. It is sent soon.`,
  )
}

async function agreeTo(ctx: Ctx, what: string, { yes }: RequestOptions): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`This pays out ${what}. Add --yes to skip the confirmation.`)
  if ((await ctx.host.prompts.confirm({ message: `Pay out ${what}?` })) === 'no')
    throw new CancelledError('Aborted. Nothing was requested.')
}
