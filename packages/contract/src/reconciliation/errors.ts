import type { ErrorTexts } from '../core/error-texts.ts'

export const reconciliationErrors = {
  ledger_check_running: {
    status: 409,
    text: 'A ledger check is running. Wait until it is done.',
  },
} as const satisfies ErrorTexts
