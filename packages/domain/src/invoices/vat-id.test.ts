import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkVatId, isInEu, isTaxNumberPossible, plainVatId } from './vat-id.ts'

/** Numbers with right check digits, made and checked by python-stdnum 2.2; no known company's. */
const valid = {
  AT: ['ATU69070293', 'ATU13758584', 'ATU81454212'],
  BE: ['BE0790624828', 'BE0142171118', 'BE0920537819'],
  BG: ['BG5635276748', 'BG980389120', 'BG697261574'],
  CY: ['CY82259293A', 'CY26791863L', 'CY74308254O'],
  CZ: ['CZ52549119', 'CZ82019240', 'CZ02878089'],
  DE: ['DE259757103', 'DE392702769', 'DE487099306'],
  DK: ['DK40325999', 'DK24548929', 'DK47045460'],
  EE: ['EE104946086', 'EE105233138', 'EE106353839'],
  ES: ['ES45688828H', 'ESX5796446D', 'ES15450883N'],
  FI: ['FI00483559', 'FI89093492', 'FI11546973'],
  FR: ['FR26936116482', 'FR77293807137', 'FR20859429250'],
  GR: ['EL795557578', 'EL639885160', 'EL869098224'],
  HR: ['HR45598774499', 'HR83643877127', 'HR64810345603'],
  HU: ['HU39045489', 'HU04478324', 'HU30808021'],
  IE: ['IE2365749CF', 'IE4496127G', 'IE5958637M'],
  IT: ['IT79268760018', 'IT75615730167', 'IT14165120305'],
  LT: ['LT488814611', 'LT182035415', 'LT030692519'],
  LU: ['LU65056564', 'LU62703833', 'LU21059723'],
  LV: ['LV49098112081', 'LV69284371378', 'LV94096631705'],
  MT: ['MT16599960', 'MT55665069', 'MT73698282'],
  NL: ['NL793419690B83', 'NL992907585B42', 'NL330794838B84'],
  PL: ['PL3885953453', 'PL5586155822', 'PL2214621663'],
  PT: ['PT885745604', 'PT885895886', 'PT252850920'],
  RO: ['RO16858605', 'RO4917138584', 'RO7649165204'],
  SE: ['SE406124210501', 'SE869764568001', 'SE194419423001'],
  SI: ['SI39847497', 'SI28049802', 'SI44852088'],
  SK: ['SK7224956101', 'SK1692027557', 'SK1874843344'],
} as const

it.each(Object.entries(valid))('accepts the check digits of %s', (country, numbers) => {
  for (const number of numbers) expect(checkVatId(number, country)).toBe('valid')
  expect(isInEu(country)).toBe(true)
})

it.each(Object.entries(valid))('refuses a changed last digit of %s', (country, numbers) => {
  // Persons' numbers of some kinds have no check, and branch digits are none.
  const at = { NL: 10, SE: 11, RO: -1 }[country] ?? -1
  for (const number of numbers) {
    const index = at < 0 ? number.length - 1 : at
    const digit = number.charAt(index)
    const other = /[0-9]/.test(digit) ? String((Number(digit) + 1) % 10) : digit === 'A' ? 'B' : 'A'
    const changed = number.slice(0, index) + other + number.slice(index + 1)
    expect(checkVatId(changed, country), changed).not.toBe('valid')
  }
})

describe('a VAT id', () => {
  it.each([
    ['DE136695976', 'FR', 'wrong_country'],
    ['GR123456783', 'GR', 'wrong_country'],
    ['DE13669597', 'DE', 'wrong_format'],
    ['DE136695977', 'DE', 'wrong_check_digits'],
    ['DE', 'DE', 'wrong_format'],
    ['', 'DE', 'wrong_country'],
    ['CHE123456788', 'CH', 'valid'],
    ['?', 'US', 'wrong_format'],
  ])('%s in %s is %s', (number, country, verdict) => {
    expect(checkVatId(number, country)).toBe(verdict)
  })

  it.each([
    ['de 136 695 976', 'DE', true],
    ['DE136695977', 'DE', false],
    ['30/123/45678', 'DE', true],
    ['GB123', 'GB', true],
  ])('as the tax number %s of %s is possible: %s', (text, country, isPossible) => {
    expect(isTaxNumberPossible(text, country)).toBe(isPossible)
  })

  it('is stored without spaces, dots and dashes, in capital letters', () => {
    expect(plainVatId(' de 136.695-976 ')).toBe('DE136695976')
  })

  it('never fails on any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...Object.keys(valid)), (text, country) => {
        expect(checkVatId(`${country}${text}`, country)).toMatch(/^(valid|wrong_)/)
      }),
    )
  })
})
