import type { ErrorTexts } from '../core/error-texts.ts'

export const tiersErrors = {
  tier_personal: {
    status: 403,
    text: 'Companies have no tier. Switch to your personal account.',
  },
  public_name_taken: {
    status: 409,
    text: 'This name is taken, or looks too much like another one. Choose another.',
  },
  public_name_reserved: {
    status: 409,
    text: 'This name could be taken for that of the platform or its operator. Choose another.',
  },
} as const satisfies ErrorTexts
