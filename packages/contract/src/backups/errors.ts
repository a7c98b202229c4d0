import type { ErrorTexts } from '../core/error-texts.ts'

export const backupsErrors = {
  backup_running: {
    status: 409,
    text: 'A backup or a restore of this plan is running. Wait for its end, or cancel it.',
  },
  volume_detached: {
    status: 409,
    text: 'No running instance has the volume attached so that this is possible. Start one, or restore to a folder.',
  },
} as const satisfies ErrorTexts
