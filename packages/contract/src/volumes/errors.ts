import type { ErrorTexts } from '../core/error-texts.ts'

export const volumesErrors = {
  volumes_unsupported: {
    status: 409,
    text: 'This machine cannot keep volumes. Choose another machine, or ask its provider to update the agent.',
  },
  volume_name_taken: {
    status: 409,
    text: 'You already have a volume named “{name}”. Choose another name.',
  },
  volume_in_use: {
    status: 409,
    text: 'The volume {name} is attached to {instance}. Destroy the instance first.',
  },
  volume_restoring: {
    status: 409,
    text: 'Files are being restored into the volume {name}. Wait for the end, or cancel the restore.',
  },
  volume_elsewhere: {
    status: 409,
    text: 'The volume {name} is on {machine}. Choose an offer of that machine.',
  },
  volumes_attached: {
    status: 409,
    text: 'The instance has volumes, which stay on their machine. It cannot be moved.',
  },
} as const satisfies ErrorTexts
