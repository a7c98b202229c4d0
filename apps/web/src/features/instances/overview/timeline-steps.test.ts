import { describe, expect, it } from 'vitest'
import { anInstance, secondsBefore } from '../../../testing/samples.ts'
import { timelineOf } from './timeline-steps.ts'

const reason = { code: 'stopped_by_renter', text: 'You stopped it.', exit_code: null }

describe('the timeline', () => {
  it('marks the present step of a start, the finished ones and those ahead', () => {
    const steps = stepsOf({ state: 'creating', ready: false, ready_at: null })
    expect(steps).toEqual([
      'Requested done',
      'Pulling done',
      'Creating now',
      'Starting ahead',
      'Running ahead',
      'Ready ahead',
    ])
  })

  it('shows the agent’s progress text at the present step', () => {
    const progress = { text: 'Layer 3 of 9', percent: 34, done_bytes: 1, total_bytes: 3 }
    const pulling = timelineOf(
      anInstance({ state: 'pulling', ready: false, ready_at: null, progress }),
    )
    expect(pulling[1]).toMatchObject({ state: 'now', text: 'Layer 3 of 9' })
  })

  it('does not reach ready before the readiness check has passed', () => {
    const steps = stepsOf({ state: 'running', ready: false, ready_at: null })
    expect(steps.slice(-2)).toEqual(['Running now', 'Ready ahead'])
  })

  it('ends with ready as the present step while the instance runs', () => {
    expect(stepsOf({}).at(-1)).toBe('Ready now')
    expect(stepsOf({}).filter((step) => step.endsWith('now'))).toHaveLength(1)
  })

  it('shows when and why the instance stopped', () => {
    const stopped = { state: 'stopped', ready: false, stopped_at: secondsBefore(30), reason }
    expect(timelineOf(anInstance(stopped)).at(-1)).toEqual({
      name: 'Stopped',
      state: 'now',
      at: secondsBefore(30),
      text: 'You stopped it.',
    })
  })

  it('dates a loss to the last heartbeat', () => {
    const lost = timelineOf(anInstance({ state: 'lost' })).at(-1)
    expect(lost).toMatchObject({ name: 'Lost', state: 'failed', at: secondsBefore(2) })
  })

  it('puts a failure after readiness at the end', () => {
    expect(stepsOf({ state: 'failed', ready: false }).at(-1)).toBe('Failed failed')
  })

  it('marks one step of a failed start as failed and leaves the later ones ahead', () => {
    const steps = stepsOf({ state: 'failed', ready: false, ready_at: null })
    expect(steps.filter((step) => step.endsWith('failed'))).toHaveLength(1)
    expect(steps.at(-1)).toBe('Ready ahead')
  })

  it.each([
    ['image_not_found', 'Pulling failed'],
    ['create_refused', 'Creating failed'],
    ['start_script_failed', 'Starting failed'],
    ['readiness_timeout', 'Running failed'],
    ['machine_removed', 'Requested failed'],
  ])('puts %s at the step where it happens', (code, step) => {
    const why = { code, text: 'It failed.', exit_code: null }
    const steps = stepsOf({ state: 'failed', ready: false, ready_at: null, reason: why })
    expect(steps.find((each) => each.endsWith('failed'))).toBe(step)
  })

  it('ends with the destruction', () => {
    expect(stepsOf({ state: 'destroyed', ready: false }).at(-1)).toBe('Destroyed now')
  })
})

function stepsOf(parts: object): string[] {
  return timelineOf(anInstance(parts)).map(({ name, state }) => `${name} ${state}`)
}
