import type { BackupFailure, BackupRun } from '@gridloom/contract/backups/backup'
import type { Tone } from '../../ui/components/status-badge.tsx'

const states = {
  queued: { tone: 'busy', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  succeeded: { tone: 'good', word: 'Succeeded' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'idle', word: 'Cancelled' },
  skipped: { tone: 'warn', word: 'Skipped' },
} as const satisfies Record<BackupRun['state'], { tone: Tone; word: string }>

/** The state of a run as a badge; a restore says that it is one. */
export function runStatus({ state, kind, percent }: BackupRun): { tone: Tone; word: string } {
  const { tone, word } = states[state]
  const how = state === 'running' && percent !== null ? `${word}, ${percent} %` : word
  return { tone, word: kind === 'restore' ? `Restore: ${how.toLowerCase()}` : how }
}

export function isOpen({ state }: BackupRun): boolean {
  return state === 'queued' || state === 'running'
}

/** Why a run failed, and what helps. */
export const failureTexts: Readonly<Record<BackupFailure, string>> = {
  instance_not_running: 'The instance did not run at the time.',
  volume_not_attached: 'No running instance had the volume.',
  machine_offline: 'The machine is offline.',
  not_supported: 'The instance has no backup program. Create it again, or move it, to get one.',
  interrupted: 'The instance, its machine or the server stopped meanwhile.',
  timed_out: 'It took longer than 24 hours.',
  wrong_password: 'The bucket has a repository with another password.',
  repository_unreachable: 'The bucket can’t be reached, or refused access.',
  storage_full: 'The storage for backups is full.',
  storage_unpaid: 'The balance does not cover your backups. Add funds.',
  disk_full: 'The disk of the instance is full.',
  out_of_memory: 'The instance has too little memory.',
  path_missing: 'A path of the plan does not exist.',
  nothing_to_back_up: 'There are no files to back up.',
  target_not_empty:
    'There are files in the target already. Allow to replace them, or choose another folder.',
  secret_unreadable: 'This server can’t open the password. Ask the operator.',
  program_failed: 'The backup program failed.',
}
