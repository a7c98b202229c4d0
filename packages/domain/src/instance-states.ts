import { InstanceState } from '@gridloom/contract/instances/instance'

type Moves = Readonly<Record<InstanceState, readonly InstanceState[]>>

/**
 * The closed table of an instance's moves.
 *
 *               image cached
 *              ┌──────────────┐
 *  requested ──┴─▶ pulling ──▶ creating ──▶ starting ──▶ running
 *      │              │            │            │           │
 *      │              └────────────┴─────┬──────┴───────────┘
 *      │                                 ▼
 *      ├──────────────────────────▶ stopping ──▶ stopped ──▶ destroyed
 *      │                                            │  ▲ again: pulling, creating, starting
 *      └──▶ destroyed                               └──┘
 *
 *  Any of them but destroyed ──▶ failed: it did not reach its desired state; from there again, stop or destroy.
 *  Any of them but destroyed ──▶ lost: its machine is offline; from there to whatever the agent reports next.
 *  Nothing leaves destroyed, and nothing returns to requested.
 */
export const moves = {
  requested: ['pulling', 'creating', 'stopping', 'destroyed', 'failed', 'lost'],
  pulling: ['creating', 'stopping', 'failed', 'lost'],
  creating: ['starting', 'stopping', 'failed', 'lost'],
  starting: ['running', 'stopping', 'failed', 'lost'],
  running: ['stopping', 'failed', 'lost'],
  stopping: ['stopped', 'failed', 'lost'],
  stopped: ['pulling', 'creating', 'starting', 'destroyed', 'failed', 'lost'],
  destroyed: [],
  failed: ['pulling', 'creating', 'starting', 'stopping', 'destroyed', 'lost'],
  lost: [
    'pulling',
    'creating',
    'starting',
    'running',
    'stopping',
    'stopped',
    'destroyed',
    'failed',
  ],
} as const satisfies Moves

/** States that a route may pass through: no route passes through failed, lost or destroyed. */
const passable: ReadonlySet<InstanceState> = new Set(
  InstanceState.options.filter((state) => !['failed', 'lost', 'destroyed'].includes(state)),
)

/** Whether the table has this move. Staying in a state is not a move. */
export function canMove(from: InstanceState, to: InstanceState): boolean {
  return movesFrom(from).includes(to)
}

/**
 * The shortest legal route, for reports that skip states: the states after `from`, ending with `to`. Empty when already
 * there; `null` when there is none (out of destroyed, back to requested).
 */
export function routeBetween(from: InstanceState, to: InstanceState): InstanceState[] | null {
  if (from === to) return []
  const seen = new Set<InstanceState>([from])
  let routes: InstanceState[][] = movesFrom(from).map((next) => [next])
  while (routes.length > 0) {
    const arrived = routes.find((route) => route.at(-1) === to)
    if (arrived) return arrived
    routes = routes.flatMap((route) => extend(route, seen))
  }
  return null
}

function extend(route: InstanceState[], seen: Set<InstanceState>): InstanceState[][] {
  const last = route.at(-1)
  if (last === undefined || !passable.has(last) || seen.has(last)) return []
  seen.add(last)
  return movesFrom(last).map((next) => [...route, next])
}

function movesFrom(state: InstanceState): readonly InstanceState[] {
  return moves[state]
}
