import { createTestClock } from '@gridloom/async/test-clock'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { aHardware } from '../../test/builders.ts'
import { engineRetryMs, refreshEveryMs, watchHardware } from './watch.ts'

describe('the hardware watch', () => {
  it('reports a change within a minute', async () => {
    const test = await setup()
    test.becomes(aHardware({ disk_free_gb: 10 }))
    await test.clock.advance(refreshEveryMs)
    expect(test.reported).toEqual([aHardware({ disk_free_gb: 10 })])
    expect(test.watch.current().disk_free_gb).toBe(10)
  })

  it('reports an engine that answers again within 5 seconds', async () => {
    const test = await setup()
    test.becomes(aHardware({ engine: null }))
    await test.clock.advance(refreshEveryMs)
    test.becomes(aHardware())
    await test.clock.advance(engineRetryMs)
    expect(test.reported).toEqual([aHardware({ engine: null }), aHardware()])
  })

  it('reports nothing while nothing changes', async () => {
    const test = await setup()
    test.becomes(aHardware())
    await test.clock.advance(3 * refreshEveryMs)
    expect(test.reported).toEqual([])
  })

  it('keeps the last report when a probe fails, and probes again', async () => {
    const test = await setup()
    test.fails()
    await test.clock.advance(refreshEveryMs)
    expect(test.failures).toHaveLength(1)
    expect(test.watch.current()).toEqual(aHardware())
    test.becomes(aHardware({ hostname: 'new' }))
    await test.clock.advance(refreshEveryMs)
    expect(test.watch.current().hostname).toBe('new')
  })

  it('probes once more when it is asked during a probe', async () => {
    const test = await setup()
    const slow = Promise.withResolvers<Hardware>()
    test.answers(() => slow.promise)
    const first = test.watch.refresh()
    test.becomes(aHardware({ hostname: 'new' }))
    const second = test.watch.refresh()
    slow.resolve(aHardware({ hostname: 'old' }))
    await Promise.all([first, second])
    expect(test.reported.map(({ hostname }) => hostname)).toEqual(['old', 'new'])
  })

  it('stops when it is disposed', async () => {
    const test = await setup()
    test.watch[Symbol.dispose]()
    test.becomes(aHardware({ hostname: 'new' }))
    await test.clock.advance(refreshEveryMs)
    expect(test.watch.current().hostname).toBe('box')
  })
})

async function setup() {
  const clock = createTestClock()
  const reported: Hardware[] = []
  const failures: unknown[] = []
  let next: () => Promise<Hardware> = async () => aHardware()
  const watch = await watchHardware({
    probe: () => next(),
    clock,
    onFailure: (cause) => failures.push(cause),
  })
  watch.onChange((hardware) => reported.push(hardware))
  return {
    watch,
    clock,
    reported,
    failures,
    answers: (probe: () => Promise<Hardware>) => {
      next = probe
    },
    becomes: (hardware: Hardware) => {
      next = async () => hardware
    },
    fails: () => {
      next = () => Promise.reject(new Error('no such tool'))
    },
  }
}
