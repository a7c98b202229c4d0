import type { VatCheck } from '@gridloom/contract/invoices/vat-check'
import { expect, it } from 'vitest'
import { vatCheckWords } from './vat-check-words.ts'

const at = '2026-11-28T12:00:00.000Z'

it.each([
  [{ state: 'valid', consultation_number: 'WAPI1' }, /confirmed .*2026.*consultation number WAPI1/],
  [{ state: 'valid', retry_at: at }, /confirmed .*asked again/],
  [{ state: 'invalid' }, /as without a VAT ID/],
  [{ state: 'pending', checked_at: null }, /being checked/],
  [{ state: 'unavailable', checked_at: null, retry_at: at }, /no answer .*asked again/],
] satisfies [Partial<VatCheck>, RegExp][])('says what VIES answered: %o', (parts, words) => {
  const check = { checked_at: at, consultation_number: null, retry_at: null, ...parts } as VatCheck
  expect(vatCheckWords(check)).toMatch(words)
})
