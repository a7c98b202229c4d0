import { Refused } from '@gridloom/contract/errors'
import { FrameState } from '@gridloom/contract/rendering/frame'

type Moves = Readonly<Record<FrameState, readonly FrameState[]>>

/**
 * The closed table of a frame's moves; parts of a frame (tiles, sample ranges) follow it too. Every statement that moves
 * frames gets their previous states from this table.
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
 *  held: no machine could check the picture. From rendering, assembling or checking; to checking (a machine can now), done
 *  (accepted by its owner), pending (rejected) or failed (not accepted in time).
 *  assembling: its parts are being rendered or merged; from there checking, held, done, failed, or pending again.
 *  Every state but done and failed ──▶ cancelled, with the job. Nothing leaves cancelled.
 */
export const frameMoves = {
  pending: ['rendering', 'failed', 'cancelled'],
  rendering: ['pending', 'checking', 'held', 'done', 'failed', 'cancelled'],
  assembling: ['pending', 'checking', 'held', 'done', 'failed', 'cancelled'],
  checking: ['pending', 'assembling', 'held', 'done', 'failed', 'cancelled'],
  held: ['pending', 'assembling', 'checking', 'done', 'failed', 'cancelled'],
  done: ['pending', 'assembling'],
  failed: ['pending', 'assembling'],
  cancelled: [],
} as const satisfies Moves

/** States that a frame leaves only when its owner rejects or retries it. */
export const frameStatesSettled = [
  'done',
  'failed',
  'cancelled',
] as const satisfies readonly FrameState[]

/** Whether the table has this move. Staying in a state is not a move. */
export function canMoveFrame(from: FrameState, to: FrameState): boolean {
  const tos: readonly FrameState[] = frameMoves[from]
  return tos.includes(to)
}

/** The states from which the table has a move to `To`, or to each of several. */
export type FrameStateBefore<To extends FrameState> = {
  [From in FrameState]: [To] extends [(typeof frameMoves)[From][number]] ? From : never
}[FrameState]

/** The states from which the table has a move to this one. */
export function frameStatesBefore(to: FrameState): FrameState[] {
  return FrameState.options.filter((from) => canMoveFrame(from, to))
}

/** The error for a move that the table does not have: `state_conflict`, naming the current state. */
export function frameMoveRefused(from: FrameState, to: FrameState): Refused {
  return new Refused('state_conflict', {
    details: { what: 'frame', state: from },
    internal: `frame cannot move from ${from} to ${to}`,
  })
}
