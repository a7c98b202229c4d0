import { Refused } from '@gridloom/contract/errors'
import { FrameState } from '@gridloom/contract/rendering/frame'
import { RenderJobState } from '@gridloom/contract/rendering/job'
import { describe, expect, it } from 'vitest'
import { canMoveFrame, frameMoves, frameStatesBefore, frameStatesSettled } from './frame-states.ts'
import {
  assertJobMove,
  canMoveJob,
  isJobUnderWay,
  jobMoves,
  jobStatesBefore,
  jobStatesUnderWay,
} from './job-states.ts'
import { stepsOf } from './job-steps.ts'

const states = RenderJobState.options

describe('the moves of a job', () => {
  it('are exactly 15 of 49', () => {
    const legal = states.flatMap((from) => states.filter((to) => canMoveJob(from, to)))
    expect(legal.length).toBe(15)
    expect(Object.keys(jobMoves).sort()).toEqual([...states].sort())
  })

  it('never stay in a state, and never leave cancelled', () => {
    for (const state of states) {
      expect(canMoveJob(state, state)).toBe(false)
      expect(canMoveJob('cancelled', state)).toBe(false)
    }
  })

  it('reach every state from a draft', () => {
    const reached = new Set<RenderJobState>(['draft'])
    for (const from of reached) for (const to of jobMoves[from]) reached.add(to)
    expect(reached.size).toBe(states.length)
  })

  it('reach cancelled only while machines may be at work; a test becomes a draft again', () => {
    expect(jobStatesBefore('cancelled')).toEqual(['rendering', 'paused'])
    expect(canMoveJob('testing', 'draft')).toBe(true)
    expect(states.filter(isJobUnderWay)).toEqual([...jobStatesUnderWay])
  })

  it('are rejected with the current state if the table has none', () => {
    for (const from of states) {
      for (const to of states) {
        const refusal = refusalOf(() => assertJobMove(from, to))
        if (canMoveJob(from, to)) expect(refusal).toBeUndefined()
        else expect(refusal).toMatchObject({ code: 'state_conflict', details: { state: from } })
      }
    }
    expect(refusalOf(() => assertJobMove('cancelled', 'rendering'))?.publicText).toBe(
      'This action is not available while the render job is cancelled.',
    )
  })
})

describe('the moves of a frame', () => {
  it('never stay in a state, and never leave cancelled', () => {
    for (const state of FrameState.options) {
      expect(canMoveFrame(state, state)).toBe(false)
      expect(canMoveFrame('cancelled', state)).toBe(false)
    }
  })

  it('keep a paid picture when the job is cancelled', () => {
    expect(frameStatesBefore('cancelled')).not.toContain('done')
    expect(frameMoves.done).toEqual(['pending', 'assembling'])
  })

  it('leave a failed frame to its owner to retry, even when the job is cancelled', () => {
    expect(frameMoves.failed).toEqual(['pending', 'assembling'])
  })

  it('lead from every state to a settled one', () => {
    for (const from of FrameState.options) {
      const reached = new Set<FrameState>([from])
      for (const state of reached) for (const to of frameMoves[state]) reached.add(to)
      expect(frameStatesSettled.some((state) => reached.has(state))).toBe(true)
    }
  })
})

describe('the step of a user', () => {
  it('advances with the job, and completes no later step', () => {
    const way: RenderJobState[] = ['draft', 'testing', 'tested', 'rendering', 'completed']
    const active = way.map((state) => stepsOf(state).activeStep)
    expect(active).toEqual([1, 2, 2, 3, 4])
    for (const state of states) {
      const { activeStep, stepCompleted } = stepsOf(state)
      expect(stepCompleted >= activeStep && stepCompleted <= activeStep + 1).toBe(true)
    }
  })
})

function refusalOf(act: () => void): Refused | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}
