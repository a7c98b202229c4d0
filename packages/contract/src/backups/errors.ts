import type { ErrorTexts } from '../core/error-texts.ts'

export const backupsErrors = {
  backup_running: {
    status: 409,
    text: 'A backup or a restore of this plan is running. Wait for its end, or cancel it.',
  },
  volume_detached: {
    status: 409,
    text: 'The volume is not attached to a running instance, or only to read. Attach it first; a restore can also go to a folder.',
  },
} as const satisfies ErrorTexts
