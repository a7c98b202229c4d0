import type { ErrorTexts } from '../core/error-texts.ts'

export const authErrors = {
  captcha_failed: { status: 400, text: 'The captcha check failed. Try again.' },
  credentials_wrong: { status: 400, text: 'Incorrect email or password.' },
  code_wrong: { status: 400, text: 'Invalid OTP. Check the code or request a new one.' },
  login_expired: { status: 400, text: 'This sign-in attempt expired. Start again.' },
  passkey_refused: { status: 400, text: 'This passkey was not accepted. Try again.' },
  token_expired: { status: 403, text: 'The token has expired. Refresh it and try again.' },
  email_unverified: { status: 403, text: 'Verify your email address first.' },
  confirmation_required: { status: 403, text: 'Re-authentication required.' },
  last_sign_in_method: {
    status: 409,
    text: 'This is the only way to sign in to the account. Add another one first.',
  },
  provider_down: {
    status: 502,
    text: '{provider} is not responding. Try again in a minute.',
  },
} as const satisfies ErrorTexts
