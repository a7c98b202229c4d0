import type { Usd } from '../../../ui/format/usd.ts'

/** The form of a movement as it is typed; the amount in dollars. */
export interface FundValues {
  usd: Usd
}

const usdMin = 0.01
const usdMax = 1_000_000

/** What is wrong with the form; the bounds are the contract's. */
export const validateFund = {
  usd: (usd: Usd) =>
    Number(usd) >= usdMin && Number(usd) <= usdMax ? null : 'An amount from $0.01 to $1,000,000',
}
