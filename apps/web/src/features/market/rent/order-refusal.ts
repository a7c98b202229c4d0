import { ApiError, NetworkError } from '@gridloom/client/api-error'
import type { OfferId } from '@gridloom/contract/core/ids'
import { OfferId as OfferIdShape } from '@gridloom/contract/core/ids'

/** Why an order failed, by how the dialog handles it. */
export type OrderRefusal =
  | { readonly kind: 'funds'; readonly text: string }
  | { readonly kind: 'taken'; readonly nextOfferId: OfferId | undefined }
  | { readonly kind: 'quote_expired' }
  | { readonly kind: 'offline'; readonly text: string }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, string>> }
  /** No response arrived: the order may or may not have been placed. */
  | { readonly kind: 'unanswered'; readonly text: string }
  | { readonly kind: 'other'; readonly text: string }

/** Classifies a failed quote: without a response only the text matters, since a retry is free. */
export function quoteRefusal(error: Error): OrderRefusal {
  const refusal = orderRefusal(error)
  return refusal.kind === 'unanswered' ? { kind: 'other', text: refusal.text } : refusal
}

/** Classifies a failed order by what the renter can do about it. */
export function orderRefusal(error: Error): OrderRefusal {
  if (error instanceof NetworkError) return { kind: 'unanswered', text: error.message }
  if (!(error instanceof ApiError)) return { kind: 'other', text: error.message }
  switch (error.code) {
    case 'insufficient_funds':
      return { kind: 'funds', text: error.message }
    case 'offer_taken':
      return {
        kind: 'taken',
        nextOfferId: OfferIdShape.safeParse(error.details.next_offer_id).data,
      }
    case 'quote_expired':
      return { kind: 'quote_expired' }
    case 'machine_offline':
      return { kind: 'offline', text: error.message }
    case 'label_taken':
      return { kind: 'fields', fields: { label: error.message } }
    case 'instance_budget_exceeded':
      return { kind: 'fields', fields: { 'automation.budget_micro_usd': error.message } }
    case 'invalid_input':
      return { kind: 'fields', fields: error.fields }
    default:
      return { kind: 'other', text: error.message }
  }
}
