import { createTestClock } from '@gridloom/async/test-clock'
import type { ServeReport } from '@gridloom/contract/agent/models'
import { describe, expect, it } from 'vitest'
import { anotherEndpointId, aServeReport } from '../../test/model-builders.ts'
import { createServeChangeNotifier, reportEveryMs } from './change-notifier.ts'

describe('reports of a changed model', () => {
  it('contain its newest byte count, once a second at most', async () => {
    const test = setup()
    for (const bytes of [1, 2, 3]) test.change({ phase: 'fetching', fetched_bytes: bytes })
    expect(test.reported.map((it) => it.fetched_bytes)).toEqual([1])
    await test.clock.advance(reportEveryMs)
    expect(test.reported.map((it) => it.fetched_bytes)).toEqual([1, 3])
    await test.clock.advance(10 * reportEveryMs)
    expect(test.reported).toHaveLength(2)
  })

  it('are sent at once for a new phase', () => {
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

  it('are sent at once for a newer generation', () => {
    const test = setup()
    test.change({ observed_generation: 1 })
    test.change({ observed_generation: 2 })
    expect(test.reported.map((it) => it.observed_generation)).toEqual([1, 2])
  })

  it('are dropped while they wait if a report with a new phase was sent', async () => {
    const test = setup()
    test.change({ busy: 0 })
    test.change({ busy: 1 })
    test.change({ phase: 'failed' })
    await test.clock.advance(reportEveryMs)
    expect(test.reported.map((it) => it.phase)).toEqual(['serving', 'failed'])
  })

  it('are limited per endpoint', () => {
    const test = setup()
    test.change({})
    test.change({ endpoint_id: anotherEndpointId })
    expect(test.reported).toHaveLength(2)
  })

  it('end with the notifier and with their listener', async () => {
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
