import type { Payout, Payouts } from '@gridloom/contract/payouts/payout'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'

export function addListPayouts(payouts: Command, open: Open): void {
  payouts
    .command('list')
    .summary('list payouts and what is payable')
    .description('List what is payable of your earnings, what matures when, and your payouts.')
    .addHelpText('after', examples('payouts list', 'payouts list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const all = await ctx.client.payouts.list({ signal: ctx.signal })
      if (all.sources.length === 0) ctx.output.note('Payouts are not set up here.')
      await ctx.output.result(all, (draw) =>
        [
          draw.facts([
            ['Payable', formatUsd(all.payable_micro_usd)],
            ...all.maturing.map(({ at, micro_usd }): [string, string] => [
              `From ${formatTime(at)}`,
              formatUsd(micro_usd),
            ]),
            ['In progress', formatUsd(all.in_progress_micro_usd)],
            ['Earned', formatUsd(all.earned_micro_usd)],
            ['Address', all.address?.address ?? 'none in effect'],
            ['Words', all.address?.words.join(' ') ?? ''],
            ['Bank account', bankText(all.bank_account)],
            ['Stripe account', all.stripe_account ?? 'none in effect'],
          ]),
          ...(all.payouts.length === 0 ? [] : [draw.table(columns, all.payouts.map(rowOf))]),
        ].join('\n'),
      )
    })
}

const columns = [
  { title: 'PAYOUT' },
  { title: 'STATE' },
  { title: 'AMOUNT', align: 'right' },
  { title: 'FEE', align: 'right', dropRank: 2 },
  { title: 'TO' },
  { title: 'REQUESTED', dropRank: 1 },
  { title: 'NOTE', cutTo: 40 },
] as const

function rowOf(payout: Payout) {
  return [
    shortId(payout.id),
    payout.state,
    formatUsd(payout.micro_usd),
    formatUsd(payout.fee_micro_usd),
    targetOf(payout),
    formatTime(payout.requested_at),
    noteOf(payout),
  ]
}

/** The stablecoin, the bank account, or Stripe. */
export function targetOf(payout: Payout): string {
  if (payout.method === 'stripe') return 'Stripe'
  return payout.method === 'wallet' ? payout.symbol : payout.iban
}

function bankText(account: Payouts['bank_account']): string {
  return account === null ? 'none in effect' : `${account.iban}, ${account.holder}`
}

/** Why it is not there, or its transaction, transfer or file. */
export function noteOf(payout: Payout): string {
  const { reason, waits_for, approvals, state } = payout
  if (reason !== null) return reason
  if (state === 'requested') return `${approvals.given} of ${approvals.needed} approved`
  if (waits_for !== null) return `waits: ${waits_for}`
  if (payout.method === 'wallet') {
    const { tx_hash: hash, batch_payouts: batch } = payout
    return hash === null ? '' : `${hash}${batch === null ? '' : ` (batch of ${batch})`}`
  }
  if (payout.method === 'stripe') return payout.transfer_id ?? ''
  return payout.file_number === null ? '' : `file ${payout.file_number}`
}
