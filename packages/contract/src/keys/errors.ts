import type { ErrorTexts } from '../core/error-texts.ts'

export const keysErrors = {
  scope_missing: { status: 403, text: 'This API key does not have the scope {scope}.' },
} as const satisfies ErrorTexts
