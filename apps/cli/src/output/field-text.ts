import type { Offer } from '@gridloom/contract/market/offer'
import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import { offerUnits } from '@gridloom/domain/market/offer-units'
import { formatUsd } from '@gridloom/domain/money-format'
import { formatMemory, oneDigit } from './format.ts'

type FieldFact = number | string | boolean | readonly string[] | null

/** One field of an offer, with its unit; a dash where it is unknown. */
export function fieldText(offer: Offer, name: OfferFieldName): string {
  const fact = factOf(offer, name)
  if (fact === null) return '—'
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (typeof fact === 'string') return fact
  if (typeof fact !== 'number') return fact.length === 0 ? '—' : fact.join(', ')
  return numberText(name, fact)
}

/** A number of a field, in the base of its unit, as tables show it. */
export function numberText(name: OfferFieldName, value: number): string {
  const field = offerField(name)
  if (field.type !== 'number') return String(value)
  if (field.unit === 'mib') return formatMemory(value)
  if (field.unit === 'usd') return formatUsd(value)
  return `${oneDigit(value)} ${offerUnits[field.unit].label}`.trim()
}

function factOf(offer: Offer, name: OfferFieldName): FieldFact {
  const exact: Partial<Record<OfferFieldName, FieldFact>> = {
    ...{ kind: offer.kind, gpu_model: offer.gpu_model, image: offer.images },
    isolated: offer.isolated,
  }
  const facts: Partial<Record<OfferFieldName, FieldFact>> = { ...offer.facts, ...exact }
  return facts[name] ?? null
}
