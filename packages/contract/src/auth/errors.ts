import type { ErrorTexts } from '../core/error-texts.ts'

export const authErrors = {
  captcha_failed: { status: 400, text: 'The human check did not pass. Please try again.' },
  credentials_wrong: { status: 400, text: 'The e-mail or the password is wrong.' },
  code_wrong: { status: 400, text: 'Invalid OTP. Check the code, or ask for a new one.' },
  login_expired: { status: 400, text: 'This sign-in took too long. Please start it again.' },
  passkey_refused: { status: 400, text: 'This passkey was not accepted. Please try again.' },
  token_expired: { status: 403, text: 'The token has expired. Refresh it and try again.' },
  email_unverified: { status: 403, text: 'Verify your e-mail address first.' },
  confirmation_required: { status: 403, text: 'Confirm that it is you first.' },
  last_way_in: {
    status: 409,
    text: 'This is the only way to sign in to the account. Add another one first.',
  },
  provider_down: {
    status: 502,
    text: '{provider} does not answer right now. Please try again in a minute.',
  },
} as const satisfies ErrorTexts
