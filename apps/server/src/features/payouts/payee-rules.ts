import { Refused } from '@gridloom/contract/errors'
import type { VatCheck } from '@gridloom/contract/invoices/vat-check'
import type { Payee } from '@gridloom/contract/payouts/settings'
import { isTaxNumberPossible } from '@gridloom/domain/invoices/vat-id'
import type { PayoutPolicy } from '../../payout-config.ts'

/** @throws Refused `payout_payee_missing` where the operator asks for more, `payout_country_blocked` */
export function checkPayee(
  policy: PayoutPolicy,
  payee: Payee | null,
  vatCheck: VatCheck | null,
): void {
  refuseBlocked(policy, payee)
  if (policy.payee === 'none') return
  if (payee === null) throw missing('your name and country')
  if (policy.payee === 'tax_id' && !payee.tax_id) throw missing('your VAT or tax number')
  if (policy.payee === 'tax_id' && vatCheck?.state === 'invalid')
    throw missing('a VAT ID that is registered in VIES')
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

/** @throws Refused `invalid_input` for a VAT number of the European Union with wrong check digits */
export function refuseWrongTaxNumber(payee: Payee | null): void {
  if (payee === null || payee.tax_id === null) return
  if (isTaxNumberPossible(payee.tax_id, payee.country)) return
  throw new Refused('invalid_input', {
    fields: { 'payee.tax_id': 'This VAT number is not right: check it for typing errors' },
  })
}

function missing(what: string): Refused {
  return new Refused('payout_payee_missing', { details: { what } })
}
