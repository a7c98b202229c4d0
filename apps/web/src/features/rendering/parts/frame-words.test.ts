import { FrameState } from '@gridloom/contract/rendering/frame'
import { describe, expect, it } from 'vitest'
import { aFrame, aRenderJob, someSettings } from '../../../testing/render-samples.ts'
import { frameFileName } from '../process/frame-file-name.ts'
import { possibleVerbs } from '../process/job-verbs.ts'
import { frameCost, frameRuns, frameStates, frameStatus, frameTime } from './frame-words.ts'
import { isRemovable } from './remove-job.tsx'
import { renderStepState } from './steps.tsx'

describe('the texts of a frame', () => {
  it('have a different word for each state', () => {
    expect(frameStates.toSorted()).toEqual(FrameState.options.toSorted())
    expect(new Set(frameStates.map((state) => frameStatus(state).word)).size).toBe(8)
  })

  it('show the render time, with a decimal below a minute', () => {
    expect(frameTime(aFrame({ render_s: 0.84, reference_s: 0.62 }))).toBe(
      '0.8 s, 0.6 s on a reference machine',
    )
    expect(frameTime(aFrame({ render_s: 125, reference_s: null }))).toBe('2 min 5 s')
    expect(frameTime(aFrame({ render_s: null }))).toBe('not yet')
  })

  it('show what was charged, or “nothing yet”', () => {
    expect(frameCost(350)).toBe('$0.00035')
    expect(frameCost(0)).toBe('nothing yet')
  })
})

describe('the texts of several frames', () => {
  it.each([
    [[12], '12'],
    [[12, 13, 14], '12–14'],
    [[14, 12, 13, 20], '12–14 and 20'],
    [[1, 3, 5], '1, 3 and 5'],
    [[1, 3, 5, 7, 9, 11], '1, 3, 5 and 3 more'],
    [[-2, -1, 0], '-2–0'],
  ])('shorten %j to %s', (numbers, words) => {
    expect(frameRuns(numbers)).toBe(words)
  })
})

describe('the file name of a frame', () => {
  it.each([
    ['donut.blend', 'png', 12, 'donut_0012.png'],
    ['set.ZIP', 'openexr', 12_345, 'set_12345.exr'],
    ['donut', 'jpeg', -3, 'donut_-0003.jpg'],
  ])('of %s in %s is derived from the job’s name', (fileName, format, frame, name) => {
    const settings = someSettings({ format })
    expect(frameFileName({ fileName, settings }, frame)).toBe(name)
  })
})

describe('the actions of a job', () => {
  it('depend on its state', () => {
    const can = (state: string, failed = 0) =>
      Object.entries(possibleVerbs(aRenderJob({ state, frames_failed: failed })))
        .filter(([, possible]) => possible)
        .map(([verb]) => verb)
    expect(can('draft')).toEqual([])
    expect(can('rendering')).toEqual(['pause', 'cancel', 'change'])
    expect(can('paused', 2)).toEqual(['resume', 'cancel', 'retry', 'change'])
    expect(can('completed', 2)).toEqual(['retry'])
    expect(can('cancelled', 2)).toEqual([])
  })

  it('include deleting only while nothing is in progress', () => {
    const removable = (state: string) => isRemovable(aRenderJob({ state }))
    expect(['draft', 'tested', 'completed', 'cancelled'].every(removable)).toBe(true)
    expect(['testing', 'rendering', 'paused'].some(removable)).toBe(false)
  })
})

describe('the steps of a job', () => {
  it('are completed up to their count, and the current one is active', () => {
    const states = (activeStep: number, stepCompleted: number) =>
      [0, 1, 2, 3, 4].map((index) => renderStepState(index, { activeStep, stepCompleted }))
    expect(states(1, 1)).toEqual(['completed', 'active', 'ahead', 'ahead', 'ahead'])
    expect(states(2, 3)).toEqual(['completed', 'completed', 'completed', 'ahead', 'ahead'])
    expect(states(4, 5)).toEqual(Array(5).fill('completed'))
  })
})
