import { regionNames } from '@gridloom/contract/machines/countries'
import type { NumberOfferField } from '@gridloom/contract/market/offer-field'
import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import { offerUnits } from '@gridloom/domain/market/offer-units'
import { formatMoney, formatPerHour } from '../../ui/format/money.ts'
import { formatCount, formatGb, formatMib } from '../../ui/format/numbers.ts'

export type Fact = string | number | boolean | readonly string[] | null

/** Writes the value of a field as tables show it: `24 GiB`, `$0.41/h`; `null` where it is unknown. */
export function factText(name: OfferFieldName, fact: Fact | undefined): string | null {
  if (fact === null || fact === undefined) return null
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (typeof fact === 'string') return codeText(name, fact)
  if (typeof fact !== 'number') return fact.length === 0 ? null : fact.join(', ')
  const field = offerField(name)
  return field.type === 'number' ? numberText(name, field, fact) : String(fact)
}

function numberText(name: OfferFieldName, { unit }: NumberOfferField, value: number): string {
  switch (unit) {
    case 'usd':
      return name === 'token_price' ? `${formatMoney(value)}/M tokens` : formatPerHour(value)
    case 'mib':
      return formatMib(value)
    case 'gb':
      return formatGb(value)
    case 'score':
      return formatCount(Math.round(value))
    case 'percent':
      // Never rounded up: 99.96 is not 100.
      return `${Math.floor(value * 10) / 10} %`
    default:
      return `${rounded(value)} ${offerUnits[unit].label}`.trim()
  }
}

/** Writes the limit of a filter, exact enough to say the same: `15.62 GiB`. */
export function limitText(name: OfferFieldName, value: number | string): string {
  const field = offerField(name)
  if (field.type !== 'number' || typeof value !== 'number') return String(value)
  if (field.unit === 'usd') return numberText(name, field, value)
  if (field.unit === 'mib') return `${rounded(value / 1_024)} GiB`
  const { label } = offerUnits[field.unit]
  return `${rounded(value)} ${label}`.trim()
}

/** Writes a country or a region by its name, everything else as it is. */
export function codeText(name: OfferFieldName, value: string): string {
  if (name === 'region') return regionName(value)
  return name === 'country' ? countryName(value) : value
}

/** Returns the name of a region; its code where it is unknown. */
export function regionName(code: string): string {
  const names: Readonly<Record<string, string>> = regionNames
  return names[code.toUpperCase()] ?? code
}

let countries: Intl.DisplayNames | undefined

/** Returns the English name of a country; its code where it has none. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/i.test(code)) return code
  countries ??= new Intl.DisplayNames('en', { type: 'region' })
  return countries.of(code.toUpperCase()) ?? code
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
