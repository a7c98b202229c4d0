import type { ErrorTexts } from '../core/error-texts.ts'

export const backupsErrors = {
  backup_running: {
    status: 409,
    text: 'A backup or a restore of this plan is running. Wait for its end, or cancel it.',
  },
} as const satisfies ErrorTexts
