import type {
  OperatorPayout,
  PayoutResolution,
  Treasury,
} from '@gridloom/contract/payouts/treasury'
import { formatUsd } from '@gridloom/domain/money-format'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { chooseOne } from '../../resolve/choose-one.ts'
import { noteOf, targetOf } from './list.ts'

/** Adds `operator payouts`, which lists them, with `approve` and `reject` below it, and `operator treasury`. */
export function addOperatorPayouts(operator: Command, open: Open): void {
  const payouts = operator
    .command('payouts')
    .summary('approve and reject payouts')
    .description('Approve and reject payouts. Without a subcommand, lists those of all accounts.')
    .addHelpText('after', examples('operator payouts', 'operator payouts approve 8hjkmnpq'))
    .action((_options: object, command: Command) => showAll(open(command)))
  payouts
    .command('approve')
    .argument('<id>', 'ID, start or end of an ID')
    .summary('approve a payout')
    .description('Approve a payout. It is sent when two operators have approved it.')
    .addHelpText('after', examples('operator payouts approve 8hjkmnpq'))
    .action((wanted: string, _options: object, command: Command) => approve(open(command), wanted))
  payouts
    .command('reject')
    .argument('<id>', 'ID, start or end of an ID')
    .requiredOption('--reason <text>', 'reason, sent to the account owner')
    .summary('reject a payout')
    .description('Reject a payout that is not signed yet. Its money returns to the earnings.')
    .addHelpText('after', examples('operator payouts reject 8hjkmnpq --reason "Wrong name"'))
    .action((wanted: string, { reason }: { reason: string }, command: Command) =>
      reject(open(command), wanted, reason),
    )
  payouts
    .command('return')
    .argument('<id>', 'ID, start or end of an ID')
    .requiredOption('--reason <text>', 'reason, sent to the account owner')
    .summary('record that the bank returned a payout')
    .description('Record that the bank returned a payout. Its money returns to the earnings.')
    .addHelpText('after', examples('operator payouts return 8hjkmnpq --reason "Account closed"'))
    .action((wanted: string, { reason }: { reason: string }, command: Command) =>
      returned(open(command), wanted, reason),
    )
  payouts
    .command('resolve')
    .argument('<id>', 'ID, start or end of an ID')
    .addOption(new Option('--paid-by <hash>', 'transaction that paid it').conflicts('notPaid'))
    .option('--not-paid <reason>', 'return its money; the reason is sent to the account owner')
    .summary('record if a payout was paid')
    .description('Record if a payout was paid where the chain does not tell. Look there first.')
    .addHelpText('after', examples('operator payouts resolve 8hjkmnpq --not-paid "No transfer"'))
    .action((wanted: string, found: Found, command: Command) =>
      resolve(open(command), wanted, found),
    )
  operator
    .command('treasury')
    .summary('show what is held and owed')
    .description('Show what the platform holds, what it owes, and if that is covered.')
    .addHelpText('after', examples('operator treasury'))
    .action((_options: object, command: Command) => showTreasury(open(command)))
}

async function showAll(ctx: Ctx): Promise<void> {
  const all = await ctx.client.payouts.every({ signal: ctx.signal })
  await printList(ctx, all, { empty: 'No payouts.', columns })
}

async function find(ctx: Ctx, wanted: string): Promise<OperatorPayout['id']> {
  const all = await ctx.client.payouts.every({ signal: ctx.signal })
  const named = all.map((one) => ({ ...one, name: '' }))
  return chooseOne(named, wanted, 'payout').id
}

async function approve(ctx: Ctx, wanted: string): Promise<void> {
  const id = await find(ctx, wanted)
  const payout = await ctx.client.payouts.approve({ params: { id }, signal: ctx.signal })
  const { given, needed } = payout.approvals
  await ctx.output.result(payout, () => `Approved: ${given} of ${needed}.`)
}

async function reject(ctx: Ctx, wanted: string, reason: string): Promise<void> {
  const id = await find(ctx, wanted)
  const call = { params: { id }, body: { reason }, signal: ctx.signal }
  const payout = await ctx.client.payouts.reject(call)
  await ctx.output.result(
    payout,
    () =>
      `Rejected. ${formatUsd(payout.micro_usd)} are back in the earnings of ${payout.company ?? payout.email}.`,
  )
}

async function returned(ctx: Ctx, wanted: string, reason: string): Promise<void> {
  const id = await find(ctx, wanted)
  const call = { params: { id }, body: { reason }, signal: ctx.signal }
  const payout = await ctx.client.payouts.recordReturn(call)
  await ctx.output.result(
    payout,
    () =>
      `Recorded. ${formatUsd(payout.micro_usd)} are back in the earnings of ${payout.company ?? payout.email}.`,
  )
}

interface Found {
  paidBy?: string
  notPaid?: string
}

async function resolve(ctx: Ctx, wanted: string, { paidBy, notPaid }: Found): Promise<void> {
  if (paidBy === undefined && notPaid === undefined)
    throw new UsageError('Give --paid-by <hash> or --not-paid <reason>.')
  const id = await find(ctx, wanted)
  const body: PayoutResolution =
    notPaid === undefined
      ? { outcome: 'paid', tx_hash: paidBy ?? '' }
      : { outcome: 'not_paid', reason: notPaid }
  const payout = await ctx.client.payouts.resolve({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(payout, () =>
    notPaid === undefined
      ? 'Recorded as paid.'
      : `Recorded. ${formatUsd(payout.micro_usd)} are back in the earnings of ${payout.company ?? payout.email}.`,
  )
}

async function showTreasury(ctx: Ctx): Promise<void> {
  const treasury = await ctx.client.payouts.treasury({ signal: ctx.signal })
  const { earned_micro_usd, in_progress_micro_usd, held_micro_usd, covered } = treasury
  await ctx.output.result(treasury, (draw) =>
    draw.facts([
      ['Owed', formatUsd(earned_micro_usd + in_progress_micro_usd)],
      ['Held', heldText(held_micro_usd)],
      ['Covered', covered ? 'yes' : 'no'],
      ...bankFacts(treasury),
      ...stripeFacts(treasury),
      ...treasury.sources.map((one): [string, string] => [
        `${one.symbol} on ${one.chain_name}`,
        `${heldText(one.held_micro_usd)} held by ${one.sender}, ${formatUsd(one.in_progress_micro_usd)} in progress${one.batch_contract === null ? '' : `, batches by ${one.batch_contract}`}${one.waits_for === null ? '' : `, waits: ${one.waits_for}`}`,
      ]),
    ]),
  )
}

function bankFacts({ bank }: Treasury): [string, string][] {
  if (bank === null) return []
  return [[`Bank ${bank.iban}`, `${formatUsd(bank.in_progress_micro_usd)} in progress`]]
}

function stripeFacts({ stripe }: Treasury): [string, string][] {
  if (stripe === null) return []
  const { available_micro_usd: available, in_progress_micro_usd: open, waits_for: wait } = stripe
  const text = `${heldText(available)} available, ${formatUsd(open)} in progress`
  return [['Stripe', wait === null ? text : `${text}, waits: ${wait}`]]
}

function heldText(microUsd: number | null): string {
  return microUsd === null ? 'unknown' : formatUsd(microUsd)
}

const columns: ListColumn<OperatorPayout>[] = [
  { title: 'PAYOUT', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'AMOUNT', align: 'right', cell: ({ micro_usd }) => formatUsd(micro_usd) },
  { title: 'TO', cell: (payout) => targetOf(payout) },
  { title: 'ACCOUNT', cutTo: 30, cell: ({ company, email }) => company ?? email },
  {
    title: 'NOTE',
    cutTo: 40,
    cell: (payout) => `${noteOf(payout)}${payout.approved_by_me ? ' (by you)' : ''}`,
  },
]
