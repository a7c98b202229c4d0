import { microUsdOf, type Usd } from '../../../ui/format/usd.ts'

/** The credit form as typed; the amount in dollars. */
export interface CreditValues {
  email: string
  usd: Usd
  text: string
}

const usdMax = 1_000_000

/** Returns the problems by field. */
export const validateCredit = {
  email: (email: string) => (email.trim() ? null : 'Email is required'),
  usd: (usd: Usd) =>
    Number(usd) > 0 && Number(usd) <= usdMax ? null : 'Enter an amount up to $1,000,000',
  text: (text: string) => (text.trim() ? null : 'Reason is required'),
}

/** Converts the form to the contract's shape. */
export function readCredit({ email, usd, text }: CreditValues) {
  return { email: email.trim(), micro_usd: microUsdOf(usd), text: text.trim() }
}
