import { describe, expect, it } from 'vitest'
import { ibanCountry, maskIban, readIban } from './iban.ts'

describe('an IBAN', () => {
  it.each([
    ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['de89370400440532013000', 'DE89370400440532013000'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ])('is read with spaces and in small letters: %s', (text, iban) => {
    expect(readIban(text)).toBe(iban)
  })

  it.each([
    ['a wrong digit', 'DE89370400440532013001'],
    ['two digits swapped', 'DE89370400440532010300'],
    ['a digit too few', 'DE8937040044053201300'],
    ['a digit too many', 'DE893704004405320130000'],
    ['a country without IBANs', 'US89370400440532013000'],
    ['another sign', 'DE89-3704-0044-0532-0130-00'],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(readIban(text)).toBeUndefined()
  })

  it('has a country, and is shown in part', () => {
    expect(ibanCountry('DE89370400440532013000')).toBe('DE')
    expect(maskIban('DE89370400440532013000')).toBe('DE89 … 3000')
  })
})
