import type { ErrorTexts } from '../core/error-texts.ts'

export const backupsErrors = {
  backup_running: {
    status: 409,
    text: 'A backup or a restore of this plan is running. Wait for its end, or cancel it.',
  },
  volume_detached: {
    status: 409,
    text: 'No running instance has the volume, or only to read, and the agent of its machine is too old to use it without one. Attach it first; a restore can also go to a folder.',
  },
  volume_attached: {
    status: 409,
    text: 'The volume {name} is attached to {instance}, which is running. Restore into the instance, or stop it first.',
  },
  bucket_needs_instance: {
    status: 409,
    text: 'A bucket of your own is reached through an instance. Attach the volume to a running instance first.',
  },
  own_bucket: {
    status: 409,
    text: 'The repository is in a bucket of your own, which only you change: use restic with its password.',
  },
  backup_key_unreadable: {
    status: 409,
    text: 'The stored password does not open the repository any more, so that it can’t be changed.',
  },
} as const satisfies ErrorTexts
