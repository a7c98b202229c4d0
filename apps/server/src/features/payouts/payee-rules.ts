import { Refused } from '@gridloom/contract/errors'
import type { Payee } from '@gridloom/contract/payouts/settings'
import type { PayoutPolicy } from '../../payout-config.ts'

/** @throws Refused `payout_payee_missing` where the operator asks for more, `payout_country_blocked` */
export function checkPayee(policy: PayoutPolicy, payee: Payee | null): void {
  refuseBlocked(policy, payee)
  if (policy.payee === 'none') return
  if (payee === null) throw missing('your name and country')
  if (policy.payee === 'tax_id' && !payee.tax_id) throw missing('your VAT or tax number')
}

/** @throws Refused `payout_country_blocked` */
export function refuseBlocked(policy: PayoutPolicy, payee: Payee | null): void {
  if (payee !== null) refuseCountry(policy, payee.country)
}

/** @throws Refused `payout_country_blocked` */
export function refuseCountry({ blockedCountries }: PayoutPolicy, country: string): void {
  if (blockedCountries.includes(country))
    throw new Refused('payout_country_blocked', { details: { country } })
}

function missing(what: string): Refused {
  return new Refused('payout_payee_missing', { details: { what } })
}
