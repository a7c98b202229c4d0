import type { ErrorTexts } from '../core/error-texts.ts'

export const companiesErrors = {
  membership_ended: {
    status: 403,
    text: 'You are no longer a member of this company. Switch to your personal account to continue.',
  },
  last_owner: {
    status: 409,
    text: 'A company needs an owner. Make another member an owner first.',
  },
} as const satisfies ErrorTexts
