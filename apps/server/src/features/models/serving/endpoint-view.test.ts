import { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aServedRow } from '../../../../test/served-row.ts'
import { metricsOf, rollingStatsOf } from '../stats/rolling-stats.ts'
import { endpointView } from './endpoint-view.ts'

const row = aServedRow()
const metrics = metricsOf(rollingStatsOf([], row.created_at))

it('is what the contract says, whatever is known', () => {
  for (const report of [null, aServeReport(row.id), aServeReport(row.id, { phase: 'fetching' })]) {
    const view = endpointView({ row, report, metrics, to: 'everyone' })
    expect(ModelEndpoint.parse(view)).toEqual(view)
  }
})

it('waits where nothing was said, and where the machine is silent, whatever it said before', () => {
  expect(endpointView({ row, report: null, metrics, to: 'owner' }).state).toBe('waiting')
  const silent = aServedRow({ machine_status: 'offline' })
  const report = aServeReport(silent.id)
  expect(endpointView({ row: silent, report, metrics, to: 'owner' })).toMatchObject({
    state: 'waiting',
    context_tokens: null,
    features: [],
  })
})

it('shows bytes only while they come, and a problem only where it failed', () => {
  const said = { fetched_bytes: 5, total_bytes: 10, problem: 'No room on the disk.' }
  const shown = (phase: 'fetching' | 'serving' | 'failed') =>
    endpointView({ row, report: aServeReport(row.id, { ...said, phase }), metrics, to: 'everyone' })
  expect(shown('fetching')).toMatchObject({ fetched_bytes: 5, total_bytes: 10, problem: null })
  expect(shown('serving')).toMatchObject({ fetched_bytes: null, problem: null })
  expect(shown('failed')).toMatchObject({
    ...{ fetched_bytes: null, problem: 'The machine says: “No room on the disk.”' },
  })
})

it('tells its owner, and nobody else, what it lacks though it serves', () => {
  const problem = 'It does not say how many tokens it reads.'
  const report = aServeReport(row.id, { phase: 'serving', problem })
  expect(endpointView({ row, report, metrics, to: 'owner' }).problem).toBe(
    `The machine says: “${problem}”`,
  )
  expect(endpointView({ row, report, metrics, to: 'everyone' }).problem).toBeNull()
})

it('always says why it failed', () => {
  const report = aServeReport(row.id, { phase: 'failed', problem: null })
  expect(endpointView({ row, report, metrics, to: 'owner' }).problem).not.toBeNull()
})
