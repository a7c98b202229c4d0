import { Refused } from '@gridloom/contract/errors'
import type { RenderJobState } from '@gridloom/contract/rendering/job'

type Moves = Readonly<Record<RenderJobState, readonly RenderJobState[]>>

/**
 * The closed table of a render job's moves.
 *
 *            test             test frame there          start
 *   draft ─────────▶ testing ──────────────────▶ tested ─────▶ rendering ──▶ completed
 *   ▲ ▲ │               │                         │ │ ▲          ▲  │  ▲         │
 *   │ │ └───────────────┼─────────────────────────┼─┼─┼──────────┘  ▼  └─────────┘ retry, reject
 *   │ └─── test failed, ┘          another test ──┼─┘ │           paused ──▶ completed
 *   │      or cancelled                           │   │             │        (its last frame came)
 *   └──────────────── the picture is another one ─┘   │             ▼
 *                                                     └─ testing  cancelled ◀── rendering
 *
 *  Nothing leaves cancelled. A draft, and what has ended, can be deleted.
 */
export const jobMoves = {
  draft: ['testing', 'rendering'],
  testing: ['tested', 'draft'],
  tested: ['testing', 'draft', 'rendering'],
  rendering: ['paused', 'completed', 'cancelled'],
  paused: ['rendering', 'completed', 'cancelled'],
  completed: ['rendering'],
  cancelled: [],
} as const satisfies Moves

/** States in which frames may be with machines, and money is set aside. */
export const jobStatesUnderWay = [
  'testing',
  'rendering',
  'paused',
] as const satisfies readonly RenderJobState[]

/** Whether frames may be with machines in this state. */
export function isUnderWay(state: RenderJobState): boolean {
  const states: readonly RenderJobState[] = jobStatesUnderWay
  return states.includes(state)
}

/** Whether the table has this one step. Staying where one is, is no move. */
export function canMoveJob(from: RenderJobState, to: RenderJobState): boolean {
  const tos: readonly RenderJobState[] = jobMoves[from]
  return tos.includes(to)
}

/** Throws Refused `state_conflict`, naming the present state, unless the table has this step. */
export function assertJobMove(from: RenderJobState, to: RenderJobState): void {
  if (canMoveJob(from, to)) return
  throw new Refused('state_conflict', {
    details: { what: 'render job', state: from },
    internal: `render job cannot move from ${from} to ${to}`,
  })
}
