import { expect, it } from 'vitest'
import { type VatSeller, vatOfEarnings, vatTreatment } from './vat-treatment.ts'

const german: VatSeller = { country: 'DE', rates: { DE: 1_900, FR: 2_000 }, exemptNote: null }

it.each([
  ['a private buyer at home', german, { country: 'DE', vatId: null }, 'S', 1_900],
  ['a business at home', german, { country: 'DE', vatId: 'DE136695976' }, 'S', 1_900],
  ['a private buyer in a country of the table', german, { country: 'FR', vatId: null }, 'S', 2_000],
  ['a private buyer in another EU country', german, { country: 'AT', vatId: null }, 'S', 1_900],
  ['a business in another EU country', german, { country: 'AT', vatId: 'ATU13585627' }, 'AE', 0],
  ['a business with a wrong VAT id', german, { country: 'AT', vatId: 'ATU13585628' }, 'S', 1_900],
  ['a buyer outside of the EU', german, { country: 'US', vatId: null }, 'O', 0],
  ['a rate of zero', { ...german, rates: { DE: 0 } }, { country: 'DE', vatId: null }, 'Z', 0],
  ['a small business', { ...german, exemptNote: '§ 19' }, { country: 'FR', vatId: null }, 'E', 0],
  [
    'a seller outside of the EU',
    { ...german, country: 'CH', rates: { CH: 810 } },
    { country: 'DE', vatId: 'DE136695976' },
    'O',
    0,
  ],
] as const)('VAT of %s', (_who, seller, buyer, category, rate_basis_points) => {
  expect(vatTreatment(seller, buyer)).toMatchObject({ category, rate_basis_points })
})

it('each category without VAT says why', () => {
  for (const buyer of [
    { country: 'US', vatId: null },
    { country: 'AT', vatId: 'ATU13585627' },
  ])
    expect(vatTreatment(german, buyer).note).toMatch(/\w{5}/)
  expect(vatTreatment(german, { country: 'DE', vatId: null }).note).toBeNull()
})

const operator = { country: 'DE', vatId: 'DE136695976', rates: { DE: 1_900 } }

it.each([
  ['without a VAT id', { country: 'DE', vatId: null }, 'O', 0],
  ['at home', { country: 'DE', vatId: 'DE136695976' }, 'S', 1_900],
  ['in another EU country', { country: 'AT', vatId: 'ATU13585627' }, 'AE', 0],
  ['outside of the EU', { country: 'US', vatId: '123456' }, 'O', 0],
] as const)('VAT of the earnings of a provider %s', (_who, provider, category, rate) => {
  expect(vatOfEarnings(provider, operator)).toMatchObject({ category, rate_basis_points: rate })
})

it('states no VAT of earnings where the rate of the country is not known, as at a small business', () => {
  const provider = { country: 'DE', vatId: 'DE136695976' }
  const smallBusiness = { country: 'DE', vatId: null, rates: {} }
  expect(vatOfEarnings(provider, smallBusiness)).toMatchObject({ category: 'O' })
  const free = { country: 'DE', vatId: null, rates: { DE: 0 } }
  expect(vatOfEarnings(provider, free)).toMatchObject({ category: 'Z' })
})
