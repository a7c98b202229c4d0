import type { VolumeState } from '@gridloom/contract/volumes/volume'

/**
 * The moves of a volume's state. A ready one fails when its machine no longer lists it, and is ready again when the
 * machine does: a disk that was not mounted at a start of the machine is no loss.
 *
 *     creating ──▶ ready ◀──▶ failed
 *         │          │           │
 *         ├──────────┼───────────┴──▶ deleting ──▶ deleted
 *         └──▶ failed
 */
const moves = {
  creating: ['ready', 'failed', 'deleting'],
  ready: ['failed', 'deleting'],
  failed: ['ready', 'deleting'],
  deleting: ['deleted'],
  deleted: [],
} as const satisfies Record<VolumeState, readonly VolumeState[]>

export function canVolumeMove(from: VolumeState, to: VolumeState): boolean {
  return (moves[from] as readonly VolumeState[]).includes(to)
}
