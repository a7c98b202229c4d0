import type { ErrorTexts } from '../core/error-texts.ts'

export const keysErrors = {
  scope_missing: { status: 403, text: 'This API key does not have the scope {scope}.' },
  key_budget_exceeded: {
    status: 402,
    text: 'The budget of this API key is too low: {need} required, {have} left.',
  },
} as const satisfies ErrorTexts
