import { expect, it } from 'vitest'
import {
  canClusterMove,
  decideCluster,
  type NodeState,
  type StoredState,
  shownState,
} from './cluster-states.ts'

const up = node({})
const stopped = node({ state: 'stopped', desired: 'stopped', ready: false })
const gone = node({ state: 'destroyed', desired: 'destroyed', ready: false })

it.each([
  ['active', [up, up], 'running'],
  ['active', [up, node({ ready: false })], 'impaired'],
  ['active', [up, stopped], 'impaired'],
  ['active', [stopped, stopped], 'stopped'],
  ['active', [up, gone], 'impaired'],
  ['starting', [up, up], 'starting'],
  ['failed', [gone, gone], 'failed'],
  ['destroyed', [up, gone], 'destroyed'],
] as const)('shows %s as it is', (stored, nodes, shown) => {
  expect(shownState(stored, nodes)).toBe(shown)
})

it('starts when all nodes are ready, and not before', () => {
  expect(decideCluster('starting', [up, node({ ready: false })], false)).toBeUndefined()
  expect(decideCluster('starting', [up, up], false)).toEqual({ to: 'active' })
})

it.each([
  [
    'node_failed',
    node({ state: 'failed', ready: false, reason: { text: 'The image is missing.' } }),
  ],
  [
    'node_failed',
    node({ state: 'stopped', ready: false, reason: { text: 'The image is missing.' } }),
  ],
  ['machine_lost', node({ state: 'lost', ready: false })],
  ['node_changed', stopped],
  ['node_changed', gone],
] as const)('fails with %s for a node like this, however many are ready', (code, bad) => {
  const text = code === 'node_failed' ? 'The image is missing.' : null
  const failure = { code, rank: 1, text }
  expect(decideCluster('starting', [up, bad, up], false)).toEqual({ to: 'failed', failure })
  // Once it has started, a node's end is the node's.
  expect(decideCluster('active', [up, bad, up], true)).toBeUndefined()
})

it('fails at the limit with the first node that is not ready', () => {
  const nodes = [up, node({ state: 'pulling', ready: false })]
  const failure = { code: 'timed_out', rank: 1, text: null }
  expect(decideCluster('starting', nodes, true)).toEqual({ to: 'failed', failure })
  expect(decideCluster('starting', [up, up], true)).toEqual({ to: 'active' })
})

it('ends with its last node, and stays ended', () => {
  expect(decideCluster('active', [gone, gone], false)).toEqual({ to: 'destroyed' })
  for (const over of ['failed', 'destroyed'] as const)
    expect(decideCluster(over, [up, up], true)).toBeUndefined()
})

it('moves by the table alone', () => {
  const states: StoredState[] = ['starting', 'active', 'failed', 'destroyed']
  const moves = states.flatMap((from) =>
    states.filter((to) => canClusterMove(from, to)).map((to) => `${from} ${to}`),
  )
  expect(moves).toEqual([
    'starting active',
    'starting failed',
    'starting destroyed',
    'active destroyed',
  ])
})

function node(change: Partial<NodeState>): NodeState {
  return { state: 'running', desired: 'running', ready: true, reason: null, ...change }
}
