import type { ErrorTexts } from '../core/error-texts.ts'

export const marketErrors = {
  offer_taken: { status: 409, text: 'This offer was just taken.{next}' },
  outbid: { status: 409, text: 'This bid gets no slots now.{next}' },
  quote_expired: {
    status: 409,
    text: 'This quote has expired or was already used. Request a new one.',
  },
  price_changed: {
    status: 409,
    text: '{what} {now} now, not {shown}. Check the price before you continue.',
  },
  query_invalid: { status: 400, text: 'The query cannot be read: {problem}' },
} as const satisfies ErrorTexts
