import type { ErrorTexts } from '../core/error-texts.ts'

export const autoOrdersErrors = {
  auto_order_name_taken: {
    status: 409,
    text: 'You already have an automatic order named “{name}”. Choose another name.',
  },
} as const satisfies ErrorTexts
