import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextStep, type ObservedInstance } from './plan-step.ts'

describe('nextStep', () => {
  it.each<[string, Partial<ObservedInstance>, string]>([
    ['fetches the image first', { container: 'absent' }, 'fetch_image'],
    ['then makes the container', { container: 'absent', imageHeld: true }, 'create'],
    ['then starts it', { container: 'created' }, 'start'],
    ['then waits until it is ready', { container: 'running' }, 'await_ready'],
    ['then leaves it alone', { container: 'running', ready: true }, 'rest'],
    ['looks first where nothing is known', { container: 'unknown' }, 'inspect'],
    ['starts again what it stopped itself', { container: 'exited', stopAsked: true }, 'start'],
    [
      'starts again what ended with its machine',
      { container: 'exited', interrupted: true },
      'start',
    ],
    ['finds out why it ended by itself', { container: 'exited' }, 'conclude'],
  ])('for a running instance: %s', (_, observed, step) => {
    expect(nextStep(running, aView(observed))).toBe(step)
  })

  it('stops a container that was started for an older restart', () => {
    const observed = aView({ container: 'running', ready: true, startedRestart: 1 })
    expect(nextStep({ ...running, restart: 2 }, observed)).toBe('stop')
    expect(nextStep({ ...running, restart: 1 }, observed)).toBe('rest')
  })

  it('writes changed SSH keys into a running container, once it is ready where they do not fit', () => {
    for (const ready of [true, false])
      expect(nextStep(running, aView({ container: 'running', ready, staleKeys: true }))).toBe(
        'admit_keys',
      )
    expect(nextStep(running, aView({ container: 'created', staleKeys: true }))).toBe('start')
    const unfit = { container: 'running', staleKeys: true, keysUnfit: true } as const
    expect(nextStep(running, aView({ ...unfit, ready: false }))).toBe('await_ready')
    expect(nextStep(running, aView({ ...unfit, ready: true }))).toBe('admit_keys')
  })

  it('tells a running instance of its interruption at once, ready or not', () => {
    for (const ready of [true, false])
      expect(nextStep(running, aView({ container: 'running', ready, untold: true }))).toBe(
        'give_notice',
      )
    expect(nextStep(running, aView({ container: 'created', untold: true }))).toBe('start')
  })

  it('retries a failed instance only for a newer generation', () => {
    const failed = aView({ container: 'absent', endedGeneration: 3 })
    expect(nextStep({ ...running, generation: 3 }, failed)).toBe('rest')
    expect(nextStep({ ...running, generation: 4 }, failed)).toBe('fetch_image')
  })

  it('stops the running container of a failed instance', () => {
    const failed = aView({ container: 'running', endedGeneration: 1 })
    expect(nextStep(running, failed)).toBe('stop')
  })

  it('starts a container that exited on its own for a newer generation', () => {
    const ended = aView({ container: 'exited', endedGeneration: 1 })
    expect(nextStep({ ...running, generation: 2 }, ended)).toBe('start')
  })

  it('does nothing but stop the container of a stopped instance', () => {
    const stopped = { ...running, desired: 'stopped' } as const
    expect(nextStep(stopped, aView({ container: 'running' }))).toBe('stop')
    for (const container of ['absent', 'created', 'exited'] as const) {
      expect(nextStep(stopped, aView({ container }))).toBe('rest')
    }
  })

  it('destroys from every state, once', () => {
    const gone = { ...running, desired: 'destroyed' } as const
    fc.assert(
      fc.property(view, (observed) => {
        expect(nextStep(gone, observed)).toBe(observed.destroyed ? 'rest' : 'destroy')
      }),
    )
  })

  it('stops a container that has lost its network, and starts it again', () => {
    const lost = aView({ container: 'running', ready: true, offline: true })
    expect(nextStep(running, lost)).toBe('stop')
    expect(nextStep(running, aView({ container: 'exited', stopAsked: true }))).toBe('start')
  })

  it('leaves a container alone that matches its spec', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 1, max: 5 }), (observed, generation) => {
        const spec = { ...running, generation, restart: observed.startedRestart ?? 0 }
        const isGood =
          observed.container === 'running' &&
          observed.ready &&
          !observed.offline &&
          !observed.staleKeys &&
          !observed.untold &&
          observed.endedGeneration === undefined
        if (isGood && !observed.destroyed) expect(nextStep(spec, observed)).toBe('rest')
      }),
    )
  })
})

const running = { desired: 'running', generation: 1, restart: 0 } as const

const view = fc.record<ObservedInstance>({
  container: fc.constantFrom('unknown', 'absent', 'created', 'running', 'exited'),
  startedRestart: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  offline: fc.boolean(),
  ready: fc.boolean(),
  imageHeld: fc.boolean(),
  stopAsked: fc.boolean(),
  interrupted: fc.boolean(),
  endedGeneration: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  destroyed: fc.boolean(),
  staleKeys: fc.boolean(),
  untold: fc.boolean(),
  keysUnfit: fc.boolean(),
})

function aView(observed: Partial<ObservedInstance>): ObservedInstance {
  return {
    container: 'absent',
    startedRestart: undefined,
    offline: false,
    ready: false,
    imageHeld: false,
    stopAsked: false,
    interrupted: false,
    endedGeneration: undefined,
    destroyed: false,
    staleKeys: false,
    untold: false,
    keysUnfit: false,
    ...observed,
  }
}
