import type { Usd } from '../../../ui/format/usd.ts'

/** The values of the form; the amount is in dollars. */
export interface FundValues {
  usd: Usd
}

const usdMin = 0.01
const usdMax = 1_000_000

/** Validates the form within the contract's bounds. */
export const validateFund = {
  usd: (usd: Usd) =>
    Number(usd) >= usdMin && Number(usd) <= usdMax
      ? null
      : 'Enter an amount from $0.01 to $1,000,000',
}
