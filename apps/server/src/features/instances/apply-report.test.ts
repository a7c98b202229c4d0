import type { InstanceState } from '@gridloom/contract/instances'
import { expect, it } from 'vitest'
import { anInstance, aReport } from '../../../test/instance-builders.ts'
import { applyReport } from './apply-report.ts'

it('takes the machine’s word that an instance runs, and that it is ready', () => {
  const applied = applyReport(anInstance({ state: 'starting' }), aReport({ ready: true }))
  expect(applied).toMatchObject({ state: 'running', ready: true, observedGeneration: 1 })
})

it('follows a report that skipped steps', () => {
  expect(applyReport(anInstance(), aReport())).toMatchObject({ state: 'running', ready: false })
})

it.each<InstanceState>(['pulling', 'creating', 'starting', 'running'])(
  'shows %s as stopping once a stop is wanted',
  (phase) => {
    const row = anInstance({ state: 'running', desired: 'stopped', generation: 2 })
    const report = aReport({ phase: asPhase(phase), ready: true, observed_generation: 2 })
    expect(applyReport(row, report)).toMatchObject({ state: 'stopping', ready: false })
  },
)

it('does not move on a report that was written before the agent knew what is wanted', () => {
  const row = anInstance({
    state: 'stopped',
    desired: 'running',
    generation: 3,
    observed_generation: 2,
  })
  const applied = applyReport(row, aReport({ phase: 'running', observed_generation: 2 }))
  expect(applied).toMatchObject({ state: 'stopped', observedGeneration: 2 })
})

it('takes a lost instance back with whatever the machine says, however old the generation', () => {
  const silent = { code: 'machine_silent', text: 'silent', exit_code: null } as const
  const row = anInstance({ state: 'lost', generation: 2, reason: silent })
  expect(applyReport(row, aReport())).toMatchObject({ state: 'running', reason: null })
})

it('keeps what is destroyed destroyed', () => {
  expect(applyReport(anInstance({ state: 'destroyed' }), aReport())).toBeNull()
})

it('keeps the exhausted balance as the reason while the machine reports the stop', () => {
  const reason = { code: 'balance_exhausted', text: 'out of money', exit_code: null } as const
  const row = anInstance({ state: 'stopping', desired: 'stopped', reason })
  const report = aReport({ phase: 'stopped', reason: { code: 'exited', text: '', exit_code: 137 } })
  expect(applyReport(row, report)).toMatchObject({ state: 'stopped', reason })
})

it('gives the machine’s reason for a failure', () => {
  const reason = { code: 'image_not_found', text: 'no such image', exit_code: null } as const
  expect(applyReport(anInstance(), aReport({ phase: 'failed', reason }))).toMatchObject({
    state: 'failed',
    reason,
  })
})

/** Named cast: the states listed in this file are phases an agent reports. */
function asPhase(state: InstanceState) {
  return state as 'running'
}
