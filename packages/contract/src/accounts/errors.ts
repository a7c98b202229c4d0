import type { ErrorTexts } from '../core/error-texts.ts'

export const accountsErrors = {
  access_code_invalid: { status: 400, text: 'This access code is not valid.' },
  access_code_required: { status: 403, text: 'Enter an access code to use this part of the beta.' },
  account_suspended: { status: 403, text: 'This account is suspended. Contact the operator.' },
  joining_limited: {
    status: 429,
    text: 'Too many people joined with this code or from this network today. Try again tomorrow.',
  },
  account_in_use: { status: 409, text: 'The account still has {what}. Remove them first.' },
} as const satisfies ErrorTexts
