import { expect, it } from 'vitest'
import { aCluster, aMember } from '../../testing/cluster-samples.ts'
import { failureText, pairToMeasure, throughputText } from './cluster-words.ts'

it('says which node made a cluster fail, and what that costs', () => {
  const failure = { code: 'node_failed', rank: 1, text: 'The image is missing.' } as const
  expect(failureText(aCluster({ failure }))).toBe(
    'train-1 did not start: The image is missing. All nodes were destroyed; each is charged for what it was used.',
  )
  expect(failureText(aCluster({ failure: { ...failure, code: 'timed_out', text: null } }))).toMatch(
    /^train-1 was not ready in time\. All/,
  )
  expect(failureText(aCluster())).toBe('')
})

it('measures between machines where there are several', () => {
  const here = aMember({ rank: 0 })
  const near = aMember({ rank: 1, machine_id: here.machine_id })
  const far = aMember({ rank: 2, machine_id: 'mch_01jd3v8q6f7g8h9jkmnpqrstvz' })
  expect(pairToMeasure({ nodes: [here, near, far] })).toEqual({ from: 0, to: 2 })
  expect(pairToMeasure({ nodes: [here, near] })).toEqual({ from: 0, to: 1 })
})

it('names both ends of a measurement', () => {
  const throughput = {
    ...{ from: 0, to: 2, between_machines: true, bytes: 1, bytes_per_s: 50 * 1024 ** 2 },
    measured_at: '2026-11-27T00:00:00.000Z',
  }
  expect(throughputText(throughput)).toBe('50 MiB/s from node-0 to node-2, between machines')
})
