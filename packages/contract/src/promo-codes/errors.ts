import type { ErrorTexts } from '../core/error-texts.ts'

export const promoCodesErrors = {
  promo_code_unknown: {
    status: 404,
    text: 'This promo code does not exist. Check the spelling.',
  },
  promo_code_not_started: {
    status: 409,
    text: 'This promo code can be used from {from}.',
  },
  promo_code_paused: {
    status: 409,
    text: 'This promo code is paused. Try again later.',
  },
  promo_code_expired: {
    status: 409,
    text: 'This promo code has expired.',
  },
  promo_code_used_up: {
    status: 409,
    text: 'This promo code has been used up.',
  },
  promo_code_redeemed: {
    status: 409,
    text: 'You have already redeemed this promo code.',
  },
  promo_code_new_accounts: {
    status: 403,
    text: 'This promo code is only for accounts that are at most {days} old.',
  },
  promo_code_personal: {
    status: 403,
    text: 'Companies cannot redeem promo codes. Switch to your personal account.',
  },
} as const satisfies ErrorTexts
