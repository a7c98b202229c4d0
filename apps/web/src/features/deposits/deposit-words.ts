import type { Deposit, DepositRejection } from '@gridloom/contract/deposits/deposit'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import type { Tone } from '../../ui/components/status-badge.tsx'

/** Why a deposit was not credited. */
export const rejectionWords = {
  wrong_token: 'This token is not credited',
  below_minimum: 'Below the minimum',
  dust: 'Too small to credit',
  too_large: 'Too large to credit automatically',
  less_arrived: 'Less arrived than the token reported',
  unverified: 'What arrived could not be verified in time',
  account_closed: 'The account is closed',
  not_booked: 'Not booked, the operator is looking into it',
  unknown_quote: 'Paid without a known quote',
  other_chain: 'The quote is for another network',
  other_payer: 'Paid from another address than quoted',
  quote_used: 'The quote was paid before',
  amount_differs: 'Far more than quoted, the operator is looking into it',
} as const satisfies Record<DepositRejection, string>

/** The state of a deposit, such as `Confirming 7/32`. */
export function stateOf(deposit: Deposit): { word: string; tone: Tone } {
  const { state, confirmations, confirmations_needed: needed } = deposit
  if (state === 'credited') return { word: 'Credited', tone: 'good' }
  if (state === 'rejected') return { word: 'Not credited', tone: 'warn' }
  if (state === 'orphaned') return { word: 'Reversed', tone: 'bad' }
  if (state === 'seen') return { word: 'Seen', tone: 'busy' }
  if (needed === null) return { word: 'Confirming', tone: 'busy' }
  return { word: `Confirming ${Math.min(confirmations, needed)}/${needed}`, tone: 'busy' }
}

/** The amount with its token. */
export function amountOf({ amount, token_decimals, token_symbol }: Deposit): string {
  if (token_decimals === null || token_symbol === null) return 'Another token'
  return `${formatTokenAmount(amount, token_decimals)} ${token_symbol}`
}
