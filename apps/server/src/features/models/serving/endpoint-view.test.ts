import { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aServedRow } from '../../../../test/served-row.ts'
import { metricsOf, rollingStatsOf } from '../stats/rolling-stats.ts'
import { endpointView } from './endpoint-view.ts'

const row = aServedRow()
const metrics = metricsOf(rollingStatsOf([], row.created_at))

it('matches the contract, with any report or none', () => {
  for (const report of [null, aServeReport(row.id), aServeReport(row.id, { phase: 'fetching' })]) {
    const view = endpointView({ row, report, metrics, to: 'everyone' })
    expect(ModelEndpoint.parse(view)).toEqual(view)
  }
})

it('is waiting without a report, and while the machine is offline', () => {
  expect(endpointView({ row, report: null, metrics, to: 'owner' }).state).toBe('waiting')
  const silent = aServedRow({ machine_status: 'offline' })
  const report = aServeReport(silent.id)
  expect(endpointView({ row: silent, report, metrics, to: 'owner' })).toMatchObject({
    state: 'waiting',
    context_tokens: null,
    features: [],
  })
})

it('shows bytes only while fetching, and a problem only if it failed', () => {
  const said = { fetched_bytes: 5, total_bytes: 10, problem: 'No room on the disk.' }
  const shown = (phase: 'fetching' | 'serving' | 'failed') =>
    endpointView({ row, report: aServeReport(row.id, { ...said, phase }), metrics, to: 'everyone' })
  expect(shown('fetching')).toMatchObject({ fetched_bytes: 5, total_bytes: 10, problem: null })
  expect(shown('serving')).toMatchObject({ fetched_bytes: null, problem: null })
  expect(shown('failed')).toMatchObject({
    ...{ fetched_bytes: null, problem: 'The machine says: “No room on the disk.”' },
  })
})

it('shows the problem of a serving endpoint only to its owner', () => {
  const problem = 'It does not say how many tokens it reads.'
  const report = aServeReport(row.id, { phase: 'serving', problem })
  expect(endpointView({ row, report, metrics, to: 'owner' }).problem).toBe(
    `The machine says: “${problem}”`,
  )
  expect(endpointView({ row, report, metrics, to: 'everyone' }).problem).toBeNull()
})

it('always has a problem if it failed', () => {
  const report = aServeReport(row.id, { phase: 'failed', problem: null })
  expect(endpointView({ row, report, metrics, to: 'owner' }).problem).not.toBeNull()
})
