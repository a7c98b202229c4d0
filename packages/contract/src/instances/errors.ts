import type { ErrorTexts } from '../core/error-texts.ts'

export const instancesErrors = {
  label_taken: {
    status: 409,
    text: 'You already have an instance labelled “{label}”. Choose another label.',
  },
} as const satisfies ErrorTexts
