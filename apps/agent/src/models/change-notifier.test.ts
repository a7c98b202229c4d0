import { createTestClock } from '@gridloom/async/test-clock'
import type { ServeReport } from '@gridloom/contract/agent/models'
import { describe, expect, it } from 'vitest'
import { anotherEndpointId, aServeReport } from '../../test/model-builders.ts'
import { createServeChangeNotifier, reportEveryMs } from './change-notifier.ts'

describe('what is told of a model', () => {
  it('is its newest bytes, once a second however fast they come', async () => {
    const test = setup()
    for (const bytes of [1, 2, 3]) test.change({ phase: 'fetching', fetched_bytes: bytes })
    expect(test.reported.map((it) => it.fetched_bytes)).toEqual([1])
    await test.clock.advance(reportEveryMs)
    expect(test.reported.map((it) => it.fetched_bytes)).toEqual([1, 3])
    await test.clock.advance(10 * reportEveryMs)
    expect(test.reported).toHaveLength(2)
  })

  it('is a new phase at once', () => {
    const test = setup()
    for (const phase of ['fetching', 'loading', 'serving', 'failed'] as const)
      test.change({ phase })
    expect(test.reported.map((it) => it.phase)).toEqual([
      'fetching',
      'loading',
      'serving',
      'failed',
    ])
  })

  it('is a newer generation at once', () => {
    const test = setup()
    test.change({ observed_generation: 1 })
    test.change({ observed_generation: 2 })
    expect(test.reported.map((it) => it.observed_generation)).toEqual([1, 2])
  })

  it('is not told again by what waited, once its phase was told', async () => {
    const test = setup()
    test.change({ busy: 0 })
    test.change({ busy: 1 })
    test.change({ phase: 'failed' })
    await test.clock.advance(reportEveryMs)
    expect(test.reported.map((it) => it.phase)).toEqual(['serving', 'failed'])
  })

  it('keeps apart what is told of several', () => {
    const test = setup()
    test.change({})
    test.change({ endpoint_id: anotherEndpointId })
    expect(test.reported).toHaveLength(2)
  })

  it('is nothing more once nobody listens, or the agent ends', async () => {
    const test = setup()
    test.change({ busy: 0 })
    test.change({ busy: 1 })
    test.notifier[Symbol.dispose]()
    await test.clock.advance(reportEveryMs)
    expect(test.reported).toHaveLength(1)
    test.stopListening()
    test.change({ phase: 'failed' })
    expect(test.reported).toHaveLength(1)
  })
})

function setup() {
  const clock = createTestClock()
  const notifier = createServeChangeNotifier(clock)
  const reported: ServeReport[] = []
  let report = aServeReport()
  const stopListening = notifier.onChange((it) => reported.push(it))
  return {
    clock,
    notifier,
    reported,
    stopListening,
    change: (changes: Partial<ServeReport>) => {
      report = aServeReport(changes)
      notifier.changed(() => report)
    },
  }
}
