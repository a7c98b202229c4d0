import type { ErrorTexts } from '../core/error-texts.ts'

export const snapshotsErrors = {
  snapshots_unsupported: {
    status: 409,
    text: 'This machine cannot create or restore snapshots. Choose another machine, or ask its provider to update the agent.',
  },
  snapshot_too_large: {
    status: 409,
    text: 'The snapshot has {gb} GB. Choose a disk of at least that size.',
  },
  snapshot_in_use: {
    status: 409,
    text: 'An instance is being restored from this snapshot. Delete it when the instance is ready.',
  },
  instance_moving: {
    status: 409,
    text: 'The instance is moving to another machine. Wait for the end, or cancel the move.',
  },
} as const satisfies ErrorTexts
