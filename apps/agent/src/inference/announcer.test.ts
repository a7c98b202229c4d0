import type { ServeReport } from '@gridloom/contract/agent/inference'
import { describe, expect, it } from 'vitest'
import { anotherEndpointId, aServeReport } from '../../test/inference-builders.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { createServeAnnouncer, tellEveryMs } from './announcer.ts'

describe('what is told of a model', () => {
  it('is its newest bytes, once a second however fast they come', async () => {
    const test = setup()
    for (const bytes of [1, 2, 3]) test.change({ phase: 'fetching', fetched_bytes: bytes })
    expect(test.told.map((it) => it.fetched_bytes)).toEqual([1])
    await test.clock.advance(tellEveryMs)
    expect(test.told.map((it) => it.fetched_bytes)).toEqual([1, 3])
    await test.clock.advance(10 * tellEveryMs)
    expect(test.told).toHaveLength(2)
  })

  it('is a new phase at once', () => {
    const test = setup()
    for (const phase of ['fetching', 'loading', 'serving', 'failed'] as const)
      test.change({ phase })
    expect(test.told.map((it) => it.phase)).toEqual(['fetching', 'loading', 'serving', 'failed'])
  })

  it('is a newer generation at once', () => {
    const test = setup()
    test.change({ observed_generation: 1 })
    test.change({ observed_generation: 2 })
    expect(test.told.map((it) => it.observed_generation)).toEqual([1, 2])
  })

  it('is not told again by what waited, once its phase was told', async () => {
    const test = setup()
    test.change({ busy: 0 })
    test.change({ busy: 1 })
    test.change({ phase: 'failed' })
    await test.clock.advance(tellEveryMs)
    expect(test.told.map((it) => it.phase)).toEqual(['serving', 'failed'])
  })

  it('keeps apart what is told of several', () => {
    const test = setup()
    test.change({})
    test.change({ endpoint_id: anotherEndpointId })
    expect(test.told).toHaveLength(2)
  })

  it('is nothing more once nobody listens, or the agent ends', async () => {
    const test = setup()
    test.change({ busy: 0 })
    test.change({ busy: 1 })
    test.announcer[Symbol.dispose]()
    await test.clock.advance(tellEveryMs)
    expect(test.told).toHaveLength(1)
    test.stopListening()
    test.change({ phase: 'failed' })
    expect(test.told).toHaveLength(1)
  })
})

function setup() {
  const clock = createManualClock()
  const announcer = createServeAnnouncer(clock)
  const told: ServeReport[] = []
  let report = aServeReport()
  const stopListening = announcer.onChange((it) => told.push(it))
  return {
    clock,
    announcer,
    told,
    stopListening,
    change: (changes: Partial<ServeReport>) => {
      report = aServeReport(changes)
      announcer.changed(() => report)
    },
  }
}
