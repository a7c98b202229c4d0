import type { AutoTopUp } from '@gridloom/contract/cards/auto-top-up'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'

/** Adds `top-up`: charges of the default card when the balance is low. */
export function addTopUp(program: Command, open: Open): void {
  const topUp = program
    .command('top-up')
    .summary('add credit automatically')
    .description(
      'Charge the default card whenever the balance falls below an amount, up to a limit for each calendar month (UTC).',
    )
    .addHelpText(
      'after',
      examples('top-up show', 'top-up set --below 10 --add 25 --month 100', 'top-up off'),
    )
  for (const add of [addShowTopUp, addSetTopUp, addTopUpOff]) add(topUp, open)
}

function addShowTopUp(topUp: Command, open: Open): void {
  topUp
    .command('show')
    .summary('show automatic top-ups')
    .description('Show the settings, what was charged this month, and why top-ups stopped.')
    .addHelpText('after', examples('top-up show', 'top-up show --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const found = await ctx.client.cards.autoTopUp({ signal: ctx.signal })
      await ctx.output.result(found, (draw) => topUpText(draw, found))
    })
}

interface SetOptions {
  below?: string
  add?: string
  month?: string
}

function addSetTopUp(topUp: Command, open: Open): void {
  topUp
    .command('set')
    .summary('turn automatic top-ups on, or change them')
    .description(
      'Turn automatic top-ups on, or change their amounts. What is not given stays as it is; earlier declines are cleared.',
    )
    .option('--below <usd>', 'charge when the balance is below this')
    .option('--add <usd>', 'what one top-up charges')
    .option('--month <usd>', 'at most this per calendar month')
    .addHelpText('after', examples('top-up set', 'top-up set --below 10 --add 25 --month 100'))
    .action((options: SetOptions, command: Command) => set(open(command), options))
}

async function set(ctx: Ctx, { below, add, month }: SetOptions): Promise<void> {
  const { signal } = ctx
  const wanted = {
    below_micro_usd: usdOr(below, '--below'),
    add_micro_usd: usdOr(add, '--add'),
    month_micro_usd_max: usdOr(month, '--month'),
  }
  const now = await ctx.client.cards.autoTopUp({ signal })
  const body = {
    enabled: true,
    below_micro_usd: wanted.below_micro_usd ?? now.below_micro_usd,
    add_micro_usd: wanted.add_micro_usd ?? now.add_micro_usd,
    month_micro_usd_max: wanted.month_micro_usd_max ?? now.month_micro_usd_max,
  }
  if (body.month_micro_usd_max < body.add_micro_usd)
    throw new UsageError('--month must be at least the amount of one top-up.')
  const changed = await ctx.client.cards.changeAutoTopUp({ body, signal })
  await ctx.output.result(changed, (draw) => topUpText(draw, changed))
}

function usdOr(text: string | undefined, what: string): number | undefined {
  return text === undefined ? undefined : parseUsd(text, what)
}

function addTopUpOff(topUp: Command, open: Open): void {
  topUp
    .command('off')
    .summary('turn automatic top-ups off')
    .description('Turn automatic top-ups off. Their amounts are kept.')
    .addHelpText('after', examples('top-up off'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const { signal } = ctx
      const now = await ctx.client.cards.autoTopUp({ signal })
      const { below_micro_usd, add_micro_usd, month_micro_usd_max } = now
      const body = { enabled: false, below_micro_usd, add_micro_usd, month_micro_usd_max }
      const changed = await ctx.client.cards.changeAutoTopUp({ body, signal })
      await ctx.output.result(changed, () => 'Automatic top-ups are off.')
    })
}

function topUpText(draw: Draw, topUp: AutoTopUp): string {
  const used = formatUsdExact(topUp.month_used_micro_usd)
  return draw.facts([
    ['State', stateText(topUp)],
    ['Balance below', formatUsdExact(topUp.below_micro_usd)],
    ['Charge', formatUsdExact(topUp.add_micro_usd)],
    ['This month', `${used} of ${formatUsdExact(topUp.month_micro_usd_max)}`],
  ])
}

function stateText({ enabled, stopped, retry_at, declines }: AutoTopUp): string {
  if (!enabled) return 'off'
  if (stopped !== null) return `stopped (${stopped})`
  return retry_at === null ? 'on' : `declined ${declines}×, again after ${formatTime(retry_at)}`
}
