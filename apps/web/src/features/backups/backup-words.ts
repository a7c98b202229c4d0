import type { BackupRun } from '@gridloom/contract/backups/backup'
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
