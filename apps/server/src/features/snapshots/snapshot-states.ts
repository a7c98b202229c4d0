import type { MoveState, SnapshotState } from '@gridloom/contract/snapshots/snapshot'

/**
 * The moves of a snapshot's state.
 *
 *     creating ──▶ ready ──▶ deleting
 *         │                    ▲
 *         └──▶ failed ─────────┘   creating ──▶ deleting
 */
const snapshotMoves = {
  creating: ['ready', 'failed', 'deleting'],
  ready: ['deleting'],
  failed: ['deleting'],
  deleting: [],
} as const satisfies Record<SnapshotState, readonly SnapshotState[]>

/**
 * The moves of the state of a move. The instance runs on its machine before `stopping` and after `failed`, and on the
 * other from `starting` on: never on both.
 *
 *     stopping ──▶ capturing ──▶ starting ──▶ done
 *         └────────────┴─────────────┴──────▶ failed
 */
const moveMoves = {
  stopping: ['capturing', 'failed'],
  capturing: ['starting', 'failed'],
  starting: ['done', 'failed'],
  done: [],
  failed: [],
} as const satisfies Record<MoveState, readonly MoveState[]>

export function canSnapshotMove(from: SnapshotState, to: SnapshotState): boolean {
  return (snapshotMoves[from] as readonly SnapshotState[]).includes(to)
}

export function canMoveMove(from: MoveState, to: MoveState): boolean {
  return (moveMoves[from] as readonly MoveState[]).includes(to)
}
