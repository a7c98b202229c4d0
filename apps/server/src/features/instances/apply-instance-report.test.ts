import type { InstanceState } from '@gridloom/contract/instances/instance'
import { expect, it } from 'vitest'
import { anInstance, aReport } from '../../../test/instance-builders.ts'
import { applyInstanceReport } from './apply-instance-report.ts'

it('applies a report of a running and ready instance', () => {
  const applied = applyInstanceReport(anInstance({ state: 'starting' }), aReport({ ready: true }))
  expect(applied).toMatchObject({ state: 'running', ready: true, observedGeneration: 1 })
})

it('applies a report that skipped states', () => {
  expect(applyInstanceReport(anInstance(), aReport())).toMatchObject({
    state: 'running',
    ready: false,
  })
})

it.each<InstanceState>(['pulling', 'creating', 'starting', 'running'])(
  'shows %s as stopping while a stop is desired',
  (phase) => {
    const row = anInstance({ state: 'running', desired: 'stopped', generation: 2 })
    const report = aReport({ phase: asPhase(phase), ready: true, observed_generation: 2 })
    expect(applyInstanceReport(row, report)).toMatchObject({ state: 'stopping', ready: false })
  },
)

it('does not change the state on a report of an older generation', () => {
  const row = anInstance({
    state: 'stopped',
    desired: 'running',
    generation: 3,
    observed_generation: 2,
  })
  const applied = applyInstanceReport(row, aReport({ phase: 'running', observed_generation: 2 }))
  expect(applied).toMatchObject({ state: 'stopped', observedGeneration: 2 })
})

it('restores a lost instance from any report, even one of an older generation', () => {
  const silent = { code: 'machine_silent', text: 'silent', exit_code: null } as const
  const row = anInstance({ state: 'lost', generation: 2, reason: silent })
  expect(applyInstanceReport(row, aReport())).toMatchObject({ state: 'running', reason: null })
})

it('ignores reports of a destroyed instance', () => {
  expect(applyInstanceReport(anInstance({ state: 'destroyed' }), aReport())).toBeNull()
})

it('keeps balance_exhausted as the reason when the machine reports the stop', () => {
  const reason = { code: 'balance_exhausted', text: 'out of money', exit_code: null } as const
  const row = anInstance({ state: 'stopping', desired: 'stopped', reason })
  const report = aReport({ phase: 'stopped', reason: { code: 'exited', text: '', exit_code: 137 } })
  expect(applyInstanceReport(row, report)).toMatchObject({ state: 'stopped', reason })
})

it('stores our text for a failure code and the machine’s own text beside it', () => {
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

it('shows a returned lost instance that is stopped but desired running as starting', () => {
  const row = anInstance({ state: 'lost', desired: 'running', generation: 3 })
  const reason = { code: 'exited', text: 'ended', exit_code: 0 } as const
  const applied = applyInstanceReport(
    row,
    aReport({ phase: 'stopped', observed_generation: 2, reason }),
  )
  expect(applied).toMatchObject({ state: 'starting', ready: false, reason: null })
})

it('applies the stop of a lost instance that is desired stopped', () => {
  const row = anInstance({ state: 'lost', desired: 'stopped', generation: 3 })
  const applied = applyInstanceReport(row, aReport({ phase: 'stopped', observed_generation: 2 }))
  expect(applied).toMatchObject({ state: 'stopped' })
})

it('ignores a generation that is impossibly high', () => {
  expect(
    applyInstanceReport(anInstance(), aReport({ observed_generation: 2 ** 31 - 1 })),
  ).toBeNull()
})

it('ignores reports of an instance whose disk is lost', () => {
  const reason = { code: 'disk_lost', text: 'gone', exit_code: null } as const
  const row = anInstance({ state: 'failed', desired: 'stopped', reason })
  expect(applyInstanceReport(row, aReport({ phase: 'stopped' }))).toBeNull()
})

it('never decreases the observed generation', () => {
  const row = anInstance({ state: 'running', generation: 5, observed_generation: 4 })
  expect(applyInstanceReport(row, aReport({ observed_generation: 2 }))).toMatchObject({
    observedGeneration: 4,
  })
})

it.each<InstanceState>(['pulling', 'creating', 'starting'])('is not ready while %s', (phase) => {
  const applied = applyInstanceReport(anInstance(), aReport({ phase: asPhase(phase), ready: true }))
  expect(applied).toMatchObject({ state: phase, ready: false })
})

it('clears the stop reason when the instance starts again', () => {
  const reason = { code: 'stopped_by_renter', text: 'You stopped it.', exit_code: null } as const
  const row = anInstance({ state: 'stopped', desired: 'running', reason })
  expect(applyInstanceReport(row, aReport({ phase: 'starting' }))).toMatchObject({ reason: null })
})

it('keeps the stop reason while the instance is stopped', () => {
  const reason = { code: 'stopped_by_renter', text: 'You stopped it.', exit_code: null } as const
  const row = anInstance({ state: 'stopping', desired: 'stopped', reason })
  expect(applyInstanceReport(row, aReport({ phase: 'stopped' }))).toMatchObject({ reason })
})

/** Named cast: the states listed in this file are phases that an agent reports. */
function asPhase(state: InstanceState) {
  return state as 'running'
}
