import { InstanceState } from '@gridloom/contract/instances/instance'
import { MoveState, SnapshotState } from '@gridloom/contract/snapshots/snapshot'
import { describe, expect, it } from 'vitest'
import { decideMove, type MoveSituation } from './decide-move.ts'
import { canMoveMove } from './snapshot-states.ts'

describe('a move', () => {
  it('goes on step by step', () => {
    expect(decided({ state: 'stopping', source: 'running' })).toEqual({ kind: 'wait' })
    expect(decided({ state: 'stopping' })).toEqual({ kind: 'go_on', to: 'capturing' })
    expect(decided({ state: 'capturing' })).toEqual({ kind: 'wait' })
    expect(decided({ state: 'capturing', snapshot: 'ready' })).toEqual({
      kind: 'go_on',
      to: 'starting',
    })
    const ready = { target: 'running', ready: true } as const
    expect(decided({ state: 'starting', snapshot: 'ready', ...ready })).toEqual({
      kind: 'go_on',
      to: 'done',
    })
  })

  it('fails when its snapshot, its new instance or its old disk is gone, and when it takes too long', () => {
    expect(decided({ state: 'capturing', snapshot: 'failed' })).toMatchObject({
      failure: 'snapshot_failed',
    })
    expect(decided({ state: 'starting', target: 'failed' })).toMatchObject({
      failure: 'start_failed',
    })
    expect(decided({ state: 'stopping', source: 'failed' })).toMatchObject({
      failure: 'stop_failed',
    })
    expect(decided({ state: 'capturing', ageMs: 7 * 3_600_000 })).toMatchObject({
      failure: 'timed_out',
    })
  })

  it('in any situation goes only where its table leads, and never past a snapshot that is not ready', () => {
    let seen = 0
    for (const state of MoveState.options)
      for (const source of InstanceState.options)
        for (const target of InstanceState.options)
          for (const snapshot of [...SnapshotState.options, undefined])
            for (const ready of [true, false]) {
              seen += 1
              const decision = decided({ state, source, target, snapshot, ready })
              if (decision.kind !== 'go_on') continue
              expect(canMoveMove(state, decision.to)).toBe(true)
              if (decision.to === 'capturing') expect(source).toBe('stopped')
              if (decision.to === 'starting') expect(snapshot).toBe('ready')
              if (decision.to === 'done') expect([target, ready]).toEqual(['running', true])
            }
    expect(seen).toBe(5 * 10 * 10 * 5 * 2)
  })
})

interface Situation {
  state: MoveState
  source?: InstanceState
  target?: InstanceState
  snapshot?: SnapshotState | undefined
  ready?: boolean
  ageMs?: number
}

function decided(given: Situation) {
  const { state, source = 'stopped', target = 'pulling', ready = false, ageMs = 1_000 } = given
  const situation: MoveSituation = {
    state,
    ageMs,
    source: { state: source, reason: null },
    snapshot: 'snapshot' in given ? given.snapshot : 'creating',
    target: { state: target, desired: 'running', ready },
  }
  return decideMove(situation)
}
