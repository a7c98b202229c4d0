import type { BankAccounts } from '@gridloom/contract/payouts/bank-account'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'

interface BankOptions {
  iban?: string
  bic?: string
  holder?: string
  cancel?: boolean
  remove?: boolean
}

export function addPayoutBankAccount(payouts: Command, open: Open): void {
  payouts
    .command('bank-account')
    .summary('show or change the bank account of payouts')
    .description('Show the bank account, or enter another. A change takes effect after 24 hours.')
    .option('--iban <iban>', 'bank account')
    .option('--holder <name>', 'holder of the account, as the bank has the name')
    .option('--bic <bic>', 'code of the bank; some banks need it')
    .option('--cancel', 'cancel a change that has not taken effect')
    .option('--remove', 'remove the bank account')
    .addHelpText(
      'after',
      examples(
        'payouts bank-account',
        'payouts bank-account --iban DE89370400440532013000 --holder "Ada Lovelace"',
      ),
    )
    .action((options: BankOptions, command: Command) => bankAccount(open(command), options))
}

async function bankAccount(ctx: Ctx, options: BankOptions): Promise<void> {
  const { signal } = ctx
  const { payouts } = ctx.client
  const { iban, holder, cancel, remove } = options
  const asked = [iban, cancel, remove].filter((one) => one !== undefined)
  if (asked.length > 1) throw new UsageError('Give one of --iban, --cancel and --remove.')
  if (cancel === true) return show(ctx, await payouts.cancelBankAccount({ signal }))
  if (remove === true) return show(ctx, await payouts.removeBankAccount({ signal }))
  if (iban === undefined && holder === undefined)
    return show(ctx, await payouts.bankAccount({ signal }))
  if (iban === undefined || holder === undefined)
    throw new UsageError('Give --iban and --holder of the bank account.')
  const body = { iban, holder, bic: options.bic?.toUpperCase() ?? null }
  return show(ctx, await payouts.changeBankAccount({ body, signal }))
}

async function show(ctx: Ctx, accounts: BankAccounts): Promise<void> {
  const { current, pending } = accounts
  const facts: [string, string][] = [
    ['Bank account', current === null ? 'none in effect' : textOf(current)],
  ]
  if (pending !== null) facts.push([`From ${formatTime(pending.effective_at)}`, textOf(pending)])
  await ctx.output.result(accounts, (draw) => draw.facts(facts))
}

function textOf({ iban, holder, bic }: NonNullable<BankAccounts['current']>): string {
  return [iban, holder, ...(bic === null ? [] : [bic])].join(', ')
}
