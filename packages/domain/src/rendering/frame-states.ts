import type { FrameState } from '@gridloom/contract/rendering/frame'

type Moves = Readonly<Record<FrameState, readonly FrameState[]>>

/**
 * The closed table of a frame's moves; parts of a frame (tiles, sample ranges) follow it too.
 *
 *                claimed          picture here          accepted
 *   ┌▶ pending ─────────▶ rendering ─────────▶ checking ─────────▶ done
 *   │    │ ▲ ▲               │  │ accepted by its form │             │
 *   │    │ │ │  lost, failed │  └──────────────────────┼──────▶ done │ rejected
 *   │    │ │ └───────────────┤                         │             │
 *   │    │ └─ check failed ──┼─────────────────────────┘             │
 *   │    │                   ▼ three machines failed                 │
 *   │    └────────────────▶ failed ── retry ─▶ pending ◀─────────────┘
 *   │
 *  held: nobody could check the picture. From rendering, assembling or checking; to checking (somebody can now), done
 *  (accepted by its owner), pending (rejected) or failed (nobody said a word in time).
 *  assembling: its parts are being rendered or put together; from there checking, held, done, failed, or pending anew.
 *  Any of them but done ──▶ cancelled, with the job. Nothing leaves cancelled.
 */
export const frameMoves = {
  pending: ['rendering', 'failed', 'cancelled'],
  rendering: ['pending', 'checking', 'held', 'done', 'failed', 'cancelled'],
  assembling: ['pending', 'checking', 'held', 'done', 'failed', 'cancelled'],
  checking: ['pending', 'assembling', 'held', 'done', 'failed', 'cancelled'],
  held: ['pending', 'assembling', 'checking', 'done', 'failed', 'cancelled'],
  done: ['pending', 'assembling'],
  failed: ['pending', 'assembling', 'cancelled'],
  cancelled: [],
} as const satisfies Moves

/** States in which nothing more happens to a frame by itself. */
export const frameStatesSettled = [
  'done',
  'failed',
  'cancelled',
] as const satisfies readonly FrameState[]

/** Whether the table has this one step. Staying where one is, is no move. */
export function canMoveFrame(from: FrameState, to: FrameState): boolean {
  const tos: readonly FrameState[] = frameMoves[from]
  return tos.includes(to)
}
