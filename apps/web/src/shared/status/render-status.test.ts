import { RenderJobState } from '@gridloom/contract/rendering/job'
import { describe, expect, it } from 'vitest'
import { aRenderJob } from '../../testing/render-samples.ts'
import { isConfigured, renderStatus, renderWay } from './render-status.ts'

describe('the status of a render job', () => {
  it('has a different word for each state', () => {
    const words = RenderJobState.options.map((state) => renderStatus(aRenderJob({ state })).word)
    expect(new Set(words).size).toBe(RenderJobState.options.length)
  })

  it('is a warning while it waits for a machine or if frames failed', () => {
    const reason = { code: 'no_machine', text: 'None is free.' }
    const waits = { tone: 'warn', word: 'Waiting for a machine' }
    expect(renderStatus(aRenderJob({ state: 'rendering', reason }))).toEqual(waits)
    expect(renderStatus(aRenderJob({ state: 'testing', reason }))).toEqual(waits)
    expect(renderStatus(aRenderJob({ state: 'completed', frames_failed: 1 }))).toEqual({
      tone: 'warn',
      word: 'Completed with failures',
    })
  })

  it('links to its settings until it is started, then to its frames', () => {
    const ways = RenderJobState.options.map((state) => renderWay(aRenderJob({ state })).to)
    expect(ways.filter((way) => way === '/render/config/$id')).toHaveLength(3)
    expect(isConfigured('tested')).toBe(false)
    expect(isConfigured('cancelled')).toBe(true)
  })
})
