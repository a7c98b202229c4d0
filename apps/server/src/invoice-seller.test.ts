import { expect, it } from 'vitest'
import { readInvoiceSeller } from './invoice-seller.ts'

const right = {
  ...{ name: 'Example GmbH', address: ['Hauptstraße 1'], postalCode: '10115', city: 'Berlin' },
  ...{ country: 'DE', vatId: 'DE 136695976', rates: { DE: 19, FR: 5.5 }, since: '2026-12' },
}
const read = (parts: object) => readInvoiceSeller(JSON.stringify({ ...right, ...parts }))

it('reads a seller, with rates in hundredths of a percent', () => {
  expect(readInvoiceSeller(undefined)).toEqual({ seller: undefined, problems: [] })
  expect(read({}).problems).toEqual([])
  expect(read({}).seller).toMatchObject({
    ...{ vatId: 'DE136695976', rates: { DE: 1_900, FR: 550 }, prefix: '', exemptNote: null },
  })
})

it('takes a small business without a VAT id or rates', () => {
  const small = { vatId: undefined, rates: undefined, taxNumber: '1/2', smallBusinessNote: '§ 19' }
  expect(read(small).seller).toMatchObject({ exemptNote: '§ 19', taxNumber: '1/2' })
})

it.each([
  ['a wrong VAT id', { vatId: 'DE136695977' }],
  ['no number at all', { vatId: undefined }],
  ['no VAT id in the EU', { vatId: undefined, taxNumber: '1/2' }],
  ['no rate of its country', { rates: { FR: 20 } }],
  ['a rate above 100 %', { rates: { DE: 101 } }],
  ['a rate with three decimals', { rates: { DE: 1.234 } }],
  ['an unknown country', { country: 'XX' }],
  ['a wrong month', { since: '2026-13' }],
  ['an unknown field', { vat: 1 }],
  ['a prefix with a space', { prefix: 'a b' }],
  ['four lines of address', { address: ['1', '2', '3', '4'] }],
])('refuses %s', (_what, parts) => {
  const { seller, problems } = read(parts)
  expect(seller).toBeUndefined()
  expect(problems.length).toBeGreaterThan(0)
  for (const problem of problems) expect(problem).toMatch(/^INVOICE_SELLER: /)
})

it('refuses what is no JSON', () => {
  expect(readInvoiceSeller('{').problems).toHaveLength(1)
})
