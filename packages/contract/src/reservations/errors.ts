import type { ErrorTexts } from '../core/error-texts.ts'

export const reservationsErrors = {
  not_reservable: {
    status: 409,
    text: 'This machine does not accept reservations of {days}. {most}',
  },
  reservation_price_changed: {
    status: 409,
    text: 'The price is now {price}. Check it and reserve again.',
  },
  reservation_full: {
    status: 409,
    text: 'The reservation has {free} of {slots} slots free. Stop one of its instances, or rent without it.',
  },
  reservation_ended: {
    status: 409,
    text: 'The reservation has ended.',
  },
} as const satisfies ErrorTexts
