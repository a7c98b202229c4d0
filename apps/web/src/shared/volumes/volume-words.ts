import type { Volume, VolumeFailure } from '@gridloom/contract/volumes/volume'
import type { Tone } from '../../ui/components/status-badge.tsx'

const states = {
  creating: { tone: 'busy', word: 'Creating' },
  ready: { tone: 'good', word: 'Ready' },
  failed: { tone: 'bad', word: 'Failed' },
  deleting: { tone: 'busy', word: 'Deleting' },
  deleted: { tone: 'idle', word: 'Deleted' },
} as const satisfies Record<Volume['state'], { tone: Tone; word: string }>

export function volumeStatus({ state }: Pick<Volume, 'state'>) {
  return states[state]
}

/** Why a volume failed, and what helps. */
export const failureTexts: Readonly<Record<VolumeFailure, string>> = {
  disk_full: 'The machine has too little free disk space. Choose another one.',
  not_supported: 'The machine cannot keep volumes. Choose another one.',
  machine_silent: 'The machine did not create it in time. Delete it and try again.',
  lost: 'The machine no longer has it. It is ready again if the machine finds it.',
}
