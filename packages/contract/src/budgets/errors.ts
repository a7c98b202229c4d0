import type { ErrorTexts } from '../core/error-texts.ts'

export const budgetsErrors = {
  key_budget_exceeded: {
    status: 402,
    text: 'The budget of this API key is too low: {need} required, {have} left.',
  },
  account_budget_exceeded: {
    status: 402,
    text: 'The budget of the account is too low: {need} required, {have} left.',
  },
  project_budget_exceeded: {
    status: 402,
    text: 'The budget of the project is too low: {need} required, {have} left.',
  },
  project_archived: {
    status: 409,
    text: 'Project {project} is archived. Create it again to order with it.',
  },
} as const satisfies ErrorTexts
