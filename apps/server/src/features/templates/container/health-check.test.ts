import { describe, expect, it } from 'vitest'
import { healthCheckOf, readinessOf } from './health-check.ts'

describe('readinessOf', () => {
  it.each([
    [{}, 90],
    [{ interval: '10s', retries: '2' }, 20],
    [{ interval: '1m30s', retries: '1', startPeriod: '1h' }, 3_600],
    [{ interval: '500ms', retries: '3', startPeriod: '0' }, 2],
    [{ interval: '1.5m', retries: 'x' }, 270],
    [{ interval: '0s', retries: '0' }, 1],
  ])('waits until Docker would call the container unhealthy: %j', (times, timeout_s) => {
    expect(readinessOf({ command: ['true'], ...times })).toEqual({
      value: { kind: 'exec', command: ['true'], timeout_s },
    })
  })

  it.each(['soon', '5', '-1s', '1s 2s', `${'9'.repeat(50)}s`])(
    'refuses the duration %j',
    (interval) => {
      expect(readinessOf({ command: ['true'], interval })).toHaveProperty('reason')
    },
  )

  it('refuses commands that the contract does not allow', () => {
    expect(readinessOf({ command: [] })).toHaveProperty('reason')
    expect(readinessOf({ command: ['x'.repeat(5_000)] })).toHaveProperty('reason')
  })
})

describe('healthCheckOf', () => {
  it('is read back as the same check', () => {
    for (const timeout_s of [1, 5, 14, 15, 16, 90, 3_600]) {
      const readiness = { kind: 'exec' as const, command: ['pg_isready', '-q'], timeout_s }
      expect(readinessOf(healthCheckOf(readiness) ?? { command: [] })).toEqual({ value: readiness })
    }
  })

  it('has none for checks from outside of the container', () => {
    expect(healthCheckOf({ kind: 'started' })).toBeNull()
    expect(healthCheckOf({ kind: 'tcp', port: 80, timeout_s: 5 })).toBeNull()
    expect(healthCheckOf({ kind: 'http', port: 80, path: '/', timeout_s: 5 })).toBeNull()
  })
})
