import type { ErrorTexts } from '../core/error-texts.ts'

export const filesErrors = {
  file_exists: { status: 409, text: 'A file or folder with this name already exists.' },
  file_refused: { status: 409, text: 'The instance refused this: {said}' },
  file_changed: {
    status: 409,
    text: 'The file has changed since you opened it. Open it again to see the new content.',
  },
  instance_disk_full: { status: 507, text: 'The disk of the instance is full.' },
  needs_running_instance: {
    status: 409,
    text: 'This is not possible while the instance is stopped. Start the instance to {action}.',
  },
  files_unavailable: { status: 409, text: 'Files of this instance are not available. {said}' },
} as const satisfies ErrorTexts
