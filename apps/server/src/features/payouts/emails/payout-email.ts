import { product } from '@gridloom/contract/core/product'
import type { Chain } from '@gridloom/contract/wallet/chain'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { explorerUrl } from '../../../platform/chains/explorer-url.ts'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import type { PayoutRow } from '../schema.ts'

interface About {
  row: Pick<
    PayoutRow,
    'state' | 'address' | 'micro_usd' | 'fee_micro_usd' | 'symbol' | 'tx_hash' | 'reason'
  >
  chain: Chain
  publicUrl: string
}

/** Tells a user what became of a payout: requested, sent, rejected or failed. Security notice: it cannot be turned off. */
export function payoutEmail(to: string, { row, chain, publicUrl }: About): EmailMessage {
  const amount = `${formatUsdExact(row.micro_usd - row.fee_micro_usd)} in ${row.symbol}`
  const where = `to ${checksumAddress(row.address)} on ${chain.name}`
  const { heading, texts } = wordsFor(row, { amount, where, page: explorerUrl(chain, row.tx_hash) })
  const body = layOut({
    preheader: amount,
    heading,
    paragraphs: texts,
    button: { label: 'View payouts', url: `${publicUrl}/account?section=billing&tab=payouts` },
  })
  return { to, subject: `${heading} (${product.name})`, ...body }
}

interface Words {
  amount: string
  where: string
  page: string | null
}

function wordsFor(
  { state, tx_hash, reason }: About['row'],
  { amount, where, page }: Words,
): { heading: string; texts: string[] } {
  if (state === 'confirmed')
    return {
      heading: 'Your payout was sent',
      texts: [`${amount} went ${where}.`, `Transaction: ${page ?? tx_hash ?? ''}`],
    }
  if (state === 'requested' || state === 'approved')
    return {
      heading: 'Your payout was requested',
      texts: [
        `${amount} will go ${where}.`,
        'If this was not you, cancel it if it waits for approval, change your password and contact the operator.',
      ],
    }
  const isRejected = state === 'rejected'
  return {
    heading: isRejected ? 'Your payout was rejected' : 'Your payout failed',
    texts: [
      `${amount} was not sent ${where}. The money is back in your earnings.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
    ],
  }
}
