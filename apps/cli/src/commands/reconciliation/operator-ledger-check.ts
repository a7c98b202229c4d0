import type { Reconciliation } from '@gridloom/contract/reconciliation/reconciliation'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

/** Adds `operator ledger-check`. */
export function addLedgerCheck(operator: Command, open: Open): void {
  const check = operator
    .command('ledger-check')
    .summary('check all records of money')
    .description('Compare all records of money to the micro-dollar, and list the runs.')
    .addHelpText('after', examples('operator ledger-check run', 'operator ledger-check list'))
  check
    .command('run')
    .summary('check the ledger now')
    .description('Check the ledger now.')
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const run = await ctx.client.reconciliation.run({ signal: ctx.signal })
      await ctx.output.result(run, () => lineOf(run))
    })
  check
    .command('list')
    .summary('list the last runs')
    .description('List the last runs with their differences.')
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const page = await ctx.client.reconciliation.list({ query: {}, signal: ctx.signal })
      await ctx.output.result(page, () =>
        page.runs.length === 0 ? 'No runs yet.' : page.runs.map(lineOf).join('\n'),
      )
    })
}

function lineOf({ started_at: at, state, differences, entries }: Reconciliation): string {
  const found = differences.map(
    ({ check, subject, off_micro_usd: off }) => `\n  ${check} ${subject}: ${off} micro-dollars`,
  )
  return `${at}  ${state}  ${entries} entries${found.join('')}`
}
