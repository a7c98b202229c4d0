import type { ErrorTexts } from '../core/error-texts.ts'

export const keysErrors = {
  scope_missing: { status: 403, text: 'This API key lacks the scope {scope}.' },
  key_budget_exceeded: {
    status: 402,
    text: 'The budget of this API key does not cover this: {need} is needed, {have} is left.',
  },
} as const satisfies ErrorTexts
