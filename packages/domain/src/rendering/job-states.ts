import { Refused } from '@gridloom/contract/errors'
import { RenderJobState } from '@gridloom/contract/rendering/job'

type Moves = Readonly<Record<RenderJobState, readonly RenderJobState[]>>

/**
 * The closed table of a render job's moves: the store writes no others.
 *
 *            test             test frame done           start
 *   draft ─────────▶ testing ──────────────────▶ tested ─────▶ rendering ──▶ completed
 *   ▲ ▲ │               │                         │ │ ▲          ▲  │  ▲         │
 *   │ │ └───────────────┼─────────────────────────┼─┼─┼──────────┘  ▼  └─────────┘ retry, reject
 *   │ └─── test failed, ┘          another test ──┼─┘ │           paused ──▶ completed
 *   │      or cancelled                           │   │             │        (its last frame was done)
 *   └──── settings that change the picture ───────┘   │             ▼
 *                                                     └─ testing  cancelled ◀── rendering
 *
 *  A draft whose chosen test frame is already done becomes tested at once. Nothing leaves cancelled. Drafts and jobs
 *  that have ended can be deleted.
 */
export const jobMoves = {
  draft: ['testing', 'tested', 'rendering'],
  testing: ['tested', 'draft'],
  tested: ['testing', 'draft', 'rendering'],
  rendering: ['paused', 'completed', 'cancelled'],
  paused: ['rendering', 'completed', 'cancelled'],
  completed: ['rendering'],
  cancelled: [],
} as const satisfies Moves

/** States in which machines may have frames of the job, and money is on hold for it. */
export const jobStatesUnderWay = [
  'testing',
  'rendering',
  'paused',
] as const satisfies readonly RenderJobState[]

/** Whether machines may have frames of a job in this state. */
export function isJobUnderWay(state: RenderJobState): boolean {
  const states: readonly RenderJobState[] = jobStatesUnderWay
  return states.includes(state)
}

/** Whether the table has this move. Staying in a state is not a move. */
export function canMoveJob(from: RenderJobState, to: RenderJobState): boolean {
  const tos: readonly RenderJobState[] = jobMoves[from]
  return tos.includes(to)
}

/** The states from which the table has a move to this one. */
export function jobStatesBefore(to: RenderJobState): RenderJobState[] {
  return RenderJobState.options.filter((from) => canMoveJob(from, to))
}

/** Throws Refused `state_conflict`, naming the current state, unless the table has this move. */
export function assertJobMove(from: RenderJobState, to: RenderJobState): void {
  if (!canMoveJob(from, to)) throw jobMoveRefused(from, to)
}

/** The error for a move that the table does not have: `state_conflict`, naming the current state. */
export function jobMoveRefused(from: RenderJobState, to: RenderJobState): Refused {
  return new Refused('state_conflict', {
    details: { what: 'render job', state: from },
    internal: `render job cannot move from ${from} to ${to}`,
  })
}
