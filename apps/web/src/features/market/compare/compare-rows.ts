import type { Offer } from '@gridloom/contract/market/offer'
import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
} from '@gridloom/contract/market/offer-fields'
import { versionNumber } from '@gridloom/domain/market/offer-versions'
import { type Fact, factText } from '../../../shared/market/fact-text.ts'

/** One field of the compared offers. */
export interface CompareRow {
  readonly field: OfferFieldName
  readonly title: string
  readonly about: string
  /** Whether the offers do not all have the same value. */
  readonly differs: boolean
  readonly cells: readonly { readonly text: string | null; readonly best: boolean }[]
}

/** The model is the first line of each offer, and other renters' images say nothing about this one's. */
const elsewhere: readonly OfferFieldName[] = ['gpu', 'gpu_model', 'machine', 'image']

/** What renters decide by most. */
const first: readonly OfferFieldName[] = ['price']

/** Compares offers field by field; fields that none of them knows are left out. */
export function compareRows(offers: readonly Offer[]): CompareRow[] {
  return [...first, ...offerFieldNames.filter((field) => !first.includes(field))]
    .filter((field) => !elsewhere.includes(field))
    .map((field) => rowOf(offers, field))
    .filter(({ cells }) => cells.some(({ text }) => text !== null))
}

function rowOf(offers: readonly Offer[], field: OfferFieldName): CompareRow {
  const facts = offers.map((offer) => factOf(offer, field))
  const texts = facts.map((fact) => textOf(field, fact))
  const differs = new Set(facts.map((fact) => JSON.stringify(fact))).size > 1
  const best = differs ? bestOf(field, facts) : null
  return {
    field,
    title: offerField(field).title,
    about: offerField(field).about,
    differs,
    cells: texts.map((text, index) => ({
      text,
      best: best !== null && rankOf(facts[index]) === best,
    })),
  }
}

function factOf(offer: Offer, field: OfferFieldName): Fact {
  switch (field) {
    case 'kind':
      return offer.kind
    case 'gpu_model':
      return offer.gpu_model
    case 'isolated':
      return offer.isolated
    case 'image':
      return offer.images
    default:
      return offer.facts[field]
  }
}

function textOf(field: OfferFieldName, fact: Fact): string | null {
  return field === 'kind' ? String(fact).toUpperCase() : factText(field, fact)
}

/** The best value as a number; `null` where none is better, or only one offer has any. */
function bestOf(field: OfferFieldName, facts: readonly Fact[]): number | null {
  const declared = offerField(field)
  if (!('best' in declared)) return null
  const ranks = facts.map(rankOf).filter((rank) => rank !== null)
  if (new Set(ranks).size < 2) return null
  return declared.best === 'high' ? Math.max(...ranks) : Math.min(...ranks)
}

/** A number or a version in the order of their field. */
function rankOf(fact: Fact | undefined): number | null {
  if (typeof fact === 'number') return fact
  return typeof fact === 'string' ? versionNumber(fact) : null
}
