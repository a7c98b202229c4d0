import type { ErrorTexts } from '../core/error-texts.ts'

export const affiliateErrors = {
  affiliate_code_taken: {
    status: 409,
    text: 'This code is taken, or looks too much like another one. Choose another.',
  },
  affiliate_code_chosen: {
    status: 409,
    text: 'You have already chosen your code. It can be chosen once.',
  },
  referral_unknown: {
    status: 404,
    text: 'This referral code does not exist. Check the spelling.',
  },
  referral_own: {
    status: 409,
    text: 'You cannot refer yourself.',
  },
  referral_bound: {
    status: 409,
    text: 'Your account already has a referrer, which cannot be changed.',
  },
  referral_too_late: {
    status: 409,
    text: 'A referral can be added on the first day of an account only.',
  },
  referral_expired: {
    status: 409,
    text: 'This referral link was followed more than 30 days ago.',
  },
} as const satisfies ErrorTexts
