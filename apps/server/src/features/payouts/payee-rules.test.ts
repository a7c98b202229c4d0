import type { Payee } from '@gridloom/contract/payouts/settings'
import { expect, it } from 'vitest'
import { type PayoutPolicy, readPayoutConfig } from '../../payout-config.ts'
import { checkPayee } from './payee-rules.ts'

const { policy: usual } = readPayoutConfig({}, []).config
const policy: PayoutPolicy = { ...usual, payee: 'tax_id' }
const payee: Payee = { name: 'Lune', country: 'FR', tax_id: 'FR26936116482' }
const at = { checked_at: null, consultation_number: null, retry_at: null }

it('refuses a payee whose VAT ID VIES does not know, where the operator asks for it', () => {
  const invalid = { state: 'invalid', ...at } as const
  expect(() => checkPayee(policy, payee, invalid)).toThrow(
    expect.objectContaining({ code: 'payout_payee_missing' }),
  )
  expect(() => checkPayee({ ...policy, payee: 'name' }, payee, invalid)).not.toThrow()
})

it.each(['valid', 'pending', 'unavailable'] as const)('pays while VIES says %s', (state) => {
  expect(() => checkPayee(policy, payee, { state, ...at })).not.toThrow()
  expect(() => checkPayee(policy, payee, null)).not.toThrow()
})
