import { product } from '@gridloom/contract/core/product'
import type { Chain } from '@gridloom/contract/wallet/chain'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { maskIban } from '@gridloom/domain/payouts/iban'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { explorerUrl } from '../../../platform/chains/explorer-url.ts'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import type { PayoutRow } from '../schema.ts'

/** What an email states of a payout. */
export type PayoutNews = Pick<
  PayoutRow,
  | 'state'
  | 'method'
  | 'chain_id'
  | 'address'
  | 'iban'
  | 'micro_usd'
  | 'fee_micro_usd'
  | 'symbol'
  | 'tx_hash'
  | 'reason'
>

interface About {
  row: PayoutNews
  /** Of a payout to a wallet; `undefined`: it is configured no more. */
  chain: Chain | undefined
  /** `null`: a user's own account. */
  company: string | null
  publicUrl: string
}

/** Tells a user what became of a payout: requested, sent, rejected or failed. Security notice: it cannot be turned off. */
export function payoutEmail(to: string, { row, chain, company, publicUrl }: About): EmailMessage {
  const { amount, where } = termsOf(row, chain)
  const page = chain === undefined ? null : explorerUrl(chain, row.tx_hash)
  const { heading, texts } = wordsFor(row, {
    amount,
    where,
    page,
    whose: company === null ? 'Your' : `${company}’s`,
  })
  const body = layOut({
    preheader: amount,
    heading,
    paragraphs: texts,
    button: { label: 'View payouts', url: `${publicUrl}/account?section=billing&tab=payouts` },
  })
  return { to, subject: `${heading} (${product.name})`, ...body }
}

function termsOf(row: PayoutNews, chain: Chain | undefined): { amount: string; where: string } {
  const usd = formatUsdExact(row.micro_usd - row.fee_micro_usd)
  if (row.method === 'stripe') return { amount: usd, where: 'to your Stripe account' }
  if (row.method === 'bank') return { amount: usd, where: `to ${maskIban(row.iban ?? '')}` }
  const name = chain?.name ?? `chain ${row.chain_id}`
  return {
    amount: `${usd} in ${row.symbol}`,
    where: `to ${checksumAddress(row.address ?? '')} on ${name}`,
  }
}

interface Words {
  amount: string
  where: string
  page: string | null
  whose: string
}

function wordsFor(
  { state, method, tx_hash, reason }: PayoutNews,
  { amount, where, page, whose }: Words,
): { heading: string; texts: string[] } {
  if (state === 'confirmed')
    return {
      heading: `${whose} payout was sent`,
      texts: [
        `${amount} went ${where}.`,
        ...(method === 'wallet' ? [`Transaction: ${page ?? tx_hash ?? ''}`] : []),
      ],
    }
  if (state === 'requested' || state === 'approved')
    return {
      heading: `${whose} payout was requested`,
      texts: [
        `${amount} will go ${where}.`,
        'If this was not you, cancel it if it waits for approval, change your password and contact the operator.',
      ],
    }
  return {
    heading: state === 'rejected' ? `${whose} payout was rejected` : `${whose} payout failed`,
    texts: [
      `${amount} did not get ${where}. The money is back in the earnings.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
    ],
  }
}
