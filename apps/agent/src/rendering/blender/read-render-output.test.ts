import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import type { RenderProgress } from '../renderer.ts'
import { readRenderOutput } from './read-render-output.ts'

describe('reading the output of a render', () => {
  it('reports each sample, and the render time without saving', async () => {
    const test = setup()
    test.received.onLine('Fra:1 Mem:1M (Peak 1M) | Scene, ViewLayer | Sample 0/4')
    await test.clock.advance(2_500)
    test.received.onLine('Fra:1 Mem:1M (Peak 1M) | Scene, ViewLayer | Sample 4/4')
    test.received.onLine(' Time: 00:03.00 (Saving: 00:00.25)')
    expect(test.progress).toEqual([
      { sample: 0, samples: 4 },
      { sample: 4, samples: 4 },
    ])
    expect(test.received.renderS()).toBe(2.75)
    expect(test.received.samplingS()).toBe(2.5)
  })

  it('has no times if Blender prints none', () => {
    const test = setup()
    test.received.onLine('Fra:1 Mem:1M (Peak 1M) | Scene, ViewLayer | Sample 0/4')
    expect(test.received.renderS()).toBeUndefined()
    expect(test.received.samplingS()).toBeUndefined()
  })
})

function setup() {
  const progress: RenderProgress[] = []
  const clock = createTestClock()
  return {
    clock,
    progress,
    received: readRenderOutput((reported) => progress.push(reported), clock),
  }
}
