import type { ErrorTexts } from '../core/error-texts.ts'

export const instancesErrors = {
  label_taken: {
    status: 409,
    text: 'You already have an instance labelled “{label}”. Choose another label.',
  },
  instance_budget_exceeded: {
    status: 402,
    text: 'The budget of this instance is too low: {need} required, {have} left. Raise the budget first.',
  },
} as const satisfies ErrorTexts
