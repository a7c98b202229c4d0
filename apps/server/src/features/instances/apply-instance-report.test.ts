import type { InstanceState } from '@gridloom/contract/instances/instance'
import { expect, it } from 'vitest'
import { anInstance, aReport } from '../../../test/instance-builders.ts'
import { applyInstanceReport } from './apply-instance-report.ts'

it('takes the machine’s word that an instance runs, and that it is ready', () => {
  const applied = applyInstanceReport(anInstance({ state: 'starting' }), aReport({ ready: true }))
  expect(applied).toMatchObject({ state: 'running', ready: true, observedGeneration: 1 })
})

it('follows a report that skipped steps', () => {
  expect(applyInstanceReport(anInstance(), aReport())).toMatchObject({
    state: 'running',
    ready: false,
  })
})

it.each<InstanceState>(['pulling', 'creating', 'starting', 'running'])(
  'shows %s as stopping once a stop is wanted',
  (phase) => {
    const row = anInstance({ state: 'running', desired: 'stopped', generation: 2 })
    const report = aReport({ phase: asPhase(phase), ready: true, observed_generation: 2 })
    expect(applyInstanceReport(row, report)).toMatchObject({ state: 'stopping', ready: false })
  },
)

it('does not move on a report that was written before the agent knew what is wanted', () => {
  const row = anInstance({
    state: 'stopped',
    desired: 'running',
    generation: 3,
    observed_generation: 2,
  })
  const applied = applyInstanceReport(row, aReport({ phase: 'running', observed_generation: 2 }))
  expect(applied).toMatchObject({ state: 'stopped', observedGeneration: 2 })
})

it('takes a lost instance back with whatever the machine says, however old the generation', () => {
  const silent = { code: 'machine_silent', text: 'silent', exit_code: null } as const
  const row = anInstance({ state: 'lost', generation: 2, reason: silent })
  expect(applyInstanceReport(row, aReport())).toMatchObject({ state: 'running', reason: null })
})

it('keeps what is destroyed destroyed', () => {
  expect(applyInstanceReport(anInstance({ state: 'destroyed' }), aReport())).toBeNull()
})

it('keeps the exhausted balance as the reason while the machine reports the stop', () => {
  const reason = { code: 'balance_exhausted', text: 'out of money', exit_code: null } as const
  const row = anInstance({ state: 'stopping', desired: 'stopped', reason })
  const report = aReport({ phase: 'stopped', reason: { code: 'exited', text: '', exit_code: 137 } })
  expect(applyInstanceReport(row, report)).toMatchObject({ state: 'stopped', reason })
})

it('gives our sentence for a failure, and the machine’s own words beside it', () => {
  const reason = { code: 'image_not_found', text: 'no such image', exit_code: null } as const
  expect(applyInstanceReport(anInstance(), aReport({ phase: 'failed', reason }))).toMatchObject({
    state: 'failed',
    reason: {
      code: 'image_not_found',
      text: 'The image does not exist.',
      machine_says: 'no such image',
    },
  })
})

it('shows what is wanted running and stands still on a lost machine’s return as on its way up', () => {
  const row = anInstance({ state: 'lost', desired: 'running', generation: 3 })
  const reason = { code: 'exited', text: 'ended', exit_code: 0 } as const
  const applied = applyInstanceReport(
    row,
    aReport({ phase: 'stopped', observed_generation: 2, reason }),
  )
  expect(applied).toMatchObject({ state: 'starting', ready: false, reason: null })
})

it('takes a lost instance’s stop for one where nobody wants it running', () => {
  const row = anInstance({ state: 'lost', desired: 'stopped', generation: 3 })
  const applied = applyInstanceReport(row, aReport({ phase: 'stopped', observed_generation: 2 }))
  expect(applied).toMatchObject({ state: 'stopped' })
})

it('ignores a generation that nobody could count to', () => {
  expect(
    applyInstanceReport(anInstance(), aReport({ observed_generation: 2 ** 31 - 1 })),
  ).toBeNull()
})

it('ignores whatever is said of an instance whose disk was given up', () => {
  const reason = { code: 'disk_lost', text: 'gone', exit_code: null } as const
  const row = anInstance({ state: 'failed', desired: 'stopped', reason })
  expect(applyInstanceReport(row, aReport({ phase: 'stopped' }))).toBeNull()
})

it('never counts what was observed back', () => {
  const row = anInstance({ state: 'running', generation: 5, observed_generation: 4 })
  expect(applyInstanceReport(row, aReport({ observed_generation: 2 }))).toMatchObject({
    observedGeneration: 4,
  })
})

it.each<InstanceState>(['pulling', 'creating', 'starting'])('is not ready while %s', (phase) => {
  const applied = applyInstanceReport(anInstance(), aReport({ phase: asPhase(phase), ready: true }))
  expect(applied).toMatchObject({ state: phase, ready: false })
})

it('forgets why it was stopped once it comes up again', () => {
  const reason = { code: 'stopped_by_renter', text: 'You stopped it.', exit_code: null } as const
  const row = anInstance({ state: 'stopped', desired: 'running', reason })
  expect(applyInstanceReport(row, aReport({ phase: 'starting' }))).toMatchObject({ reason: null })
})

it('keeps why it was stopped while it stays down', () => {
  const reason = { code: 'stopped_by_renter', text: 'You stopped it.', exit_code: null } as const
  const row = anInstance({ state: 'stopping', desired: 'stopped', reason })
  expect(applyInstanceReport(row, aReport({ phase: 'stopped' }))).toMatchObject({ reason })
})

/** Named cast: the states listed in this file are phases an agent reports. */
function asPhase(state: InstanceState) {
  return state as 'running'
}
