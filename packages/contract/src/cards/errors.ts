import type { ErrorTexts } from '../core/error-texts.ts'

export const cardsErrors = {
  cards_unavailable: {
    status: 409,
    text: 'Card payments are not set up on this installation.',
  },
  card_processor_failed: {
    status: 502,
    text: 'The card processor did not respond. Try again in a minute.',
  },
  no_saved_card: {
    status: 409,
    text: 'Save a card first.',
  },
  not_refundable: {
    status: 409,
    text: 'At most {most} of this payment can be refunded.',
  },
} as const satisfies ErrorTexts
