import type { MoveFailure, MoveState, SnapshotState } from '@gridloom/contract/snapshots/snapshot'
import type { InstanceRow } from '../instances/index.ts'

/** With all interruptions; the hold of the new instance and the free disk of the old one outlast it. */
const lifeMs = 6 * 3_600_000

export type MoveDecision =
  | { kind: 'wait' }
  | { kind: 'go_on'; to: Exclude<MoveState, 'failed'> }
  | { kind: 'fail'; failure: MoveFailure }

/** What a move depends on. */
export interface MoveSituation {
  state: MoveState
  ageMs: number
  source: Pick<InstanceRow, 'state' | 'reason'> | undefined
  /** `undefined`: it is gone. */
  snapshot: SnapshotState | undefined
  target: Pick<InstanceRow, 'state' | 'desired' | 'ready'> | undefined
}

const wait: MoveDecision = { kind: 'wait' }

/** Decides the next step of a move. What it depends on is read again each time: no message can be lost. Pure. */
export function decideMove(situation: MoveSituation): MoveDecision {
  const { state, ageMs, source, snapshot, target } = situation
  const isDiskGone = source?.reason?.code === 'disk_lost' || source?.state === 'destroyed'
  if (source === undefined || (isDiskGone && state !== 'starting')) return fail('stop_failed')
  const isTargetGone = target === undefined || target.desired === 'destroyed'
  if (isTargetGone || target.state === 'failed' || target.state === 'destroyed')
    return fail('start_failed')
  if (ageMs > lifeMs) return fail('timed_out')
  switch (state) {
    case 'stopping':
      if (source.state === 'failed') return fail('stop_failed')
      return source.state === 'stopped' ? { kind: 'go_on', to: 'capturing' } : wait
    case 'capturing':
      if (snapshot === 'ready') return { kind: 'go_on', to: 'starting' }
      return snapshot === 'creating' ? wait : fail('snapshot_failed')
    case 'starting':
      return target.ready && target.state === 'running' ? { kind: 'go_on', to: 'done' } : wait
    case 'done':
    case 'failed':
      return wait
  }
}

function fail(failure: MoveFailure): MoveDecision {
  return { kind: 'fail', failure }
}
