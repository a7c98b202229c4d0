import type { BackupRunState } from '@gridloom/contract/backups/backup'

/**
 * The moves of a run's state. A running one whose replica, agent or instance is gone fails as interrupted.
 *
 *     queued ──▶ running ──▶ succeeded
 *        │          │
 *        │          ├──▶ failed
 *        ├──────────┴──▶ cancelled
 *        └──▶ failed, skipped
 */
const moves = {
  queued: ['running', 'failed', 'cancelled', 'skipped'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
  skipped: [],
} as const satisfies Record<BackupRunState, readonly BackupRunState[]>

export function canRunMove(from: BackupRunState, to: BackupRunState): boolean {
  return (moves[from] as readonly BackupRunState[]).includes(to)
}
