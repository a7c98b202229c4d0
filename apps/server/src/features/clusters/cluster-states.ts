import type { ClusterFailure, ClusterState } from '@gridloom/contract/clusters/cluster'
import type { InstanceRow } from '../instances/index.ts'

/** What is stored of a cluster's state: whether its nodes have started once, and whether it has ended. */
export type StoredState = 'starting' | 'active' | 'failed' | 'destroyed'

/**
 * The moves of the stored state. Nothing leaves `failed` and `destroyed`.
 *
 *     starting ──▶ active ──▶ destroyed
 *         ├──▶ failed               ▲
 *         └─────────────────────────┘
 */
const clusterMoves = {
  starting: ['active', 'failed', 'destroyed'],
  active: ['destroyed'],
  failed: [],
  destroyed: [],
} as const satisfies Record<StoredState, readonly StoredState[]>

export function canClusterMove(from: StoredState, to: StoredState): boolean {
  return (clusterMoves[from] as readonly StoredState[]).includes(to)
}

/** What decisions about a cluster need of each of its nodes, in the order of their ranks. */
export type NodeState = Pick<InstanceRow, 'state' | 'desired' | 'ready'> & {
  reason: { text: string } | null
}

/** The state as its account sees it: of a cluster that has started, it follows from its nodes. */
export function shownState(stored: StoredState, nodes: readonly NodeState[]): ClusterState {
  if (stored !== 'active') return stored
  if (nodes.every(isUp)) return 'running'
  return nodes.every(({ state }) => state === 'stopped') ? 'stopped' : 'impaired'
}

export type ClusterDecision =
  | { to: 'active' }
  | { to: 'destroyed' }
  | { to: 'failed'; failure: ClusterFailure }

/** Decides on the next stored state; `undefined`: it stays. */
export function decideCluster(
  stored: StoredState,
  nodes: readonly NodeState[],
  isLate: boolean,
): ClusterDecision | undefined {
  const isOver = stored === 'failed' || stored === 'destroyed'
  if (isOver) return undefined
  if (nodes.every(({ state }) => state === 'destroyed')) return { to: 'destroyed' }
  if (stored === 'active') return undefined
  if (nodes.every(isUp)) return { to: 'active' }
  const [first] = nodes.flatMap((node, rank) => failureOf(node, rank) ?? [])
  if (first !== undefined) return { to: 'failed', failure: first }
  if (!isLate) return undefined
  const rank = nodes.findIndex((node) => !isUp(node))
  return { to: 'failed', failure: { code: 'timed_out', rank, text: null } }
}

function isUp({ state, desired, ready }: NodeState): boolean {
  return state === 'running' && ready && desired === 'running'
}

function failureOf(
  { state, desired, reason }: NodeState,
  rank: number,
): ClusterFailure | undefined {
  if (desired !== 'running') return { code: 'node_changed', rank, text: null }
  if (state === 'lost') return { code: 'machine_lost', rank, text: null }
  // A start script that ended by itself leaves an instance stopped.
  const hasEnded = state === 'failed' || state === 'stopped' || state === 'destroyed'
  return hasEnded ? { code: 'node_failed', rank, text: reason?.text ?? null } : undefined
}
