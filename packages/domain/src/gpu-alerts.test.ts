import { defaultGpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideAlert, type GpuMinute, isThrottled, newErrors } from './gpu-alerts.ts'

const settings = { ...defaultGpuAlertSettings, temperature_c: 88 }

describe('a temperature alert', () => {
  it('begins after three minutes at the limit', () => {
    expect(hot([88, 88])).toBe(false)
    expect(hot([87, 88, 90])).toBe(false)
    expect(hot([60, 88, 90, 91])).toBe(true)
  })

  it('ends after three minutes at 5 °C below it', () => {
    expect(hot([90, 85, 83, 83], 'lasted')).toBe(true)
    expect(hot([90, 83, 84, 83], 'lasted')).toBe(true)
    expect(hot([90, 83, 83, 83], 'lasted')).toBe(false)
  })

  it('is not changed by missing values', () => {
    expect(hot([90, null, 90], 'lasted')).toBe(true)
    expect(hot([90, null, 90, null, 90])).toBe(true)
    expect(hot([null, null, null, null], 'lasted')).toBe(true)
    expect(hot([])).toBe(false)
  })

  it('has the newest temperature', () => {
    const minutes = [89, 90, 91].map((degrees, at) => aMinute(at, { temperatureC: degrees }))
    expect(decideAlert('temperature', minutes, { settings, lasted: false }).value).toBe(91)
  })

  it('is off without a limit', () => {
    const off = { settings: { ...settings, temperature_c: null }, lasted: true }
    const minutes = [99, 99, 99].map((degrees, at) => aMinute(at, { temperatureC: degrees }))
    expect(decideAlert('temperature', minutes, off)).toEqual({ lasts: false, value: null })
  })

  it('begins and ends once while the temperature wavers by less than 5 °C around the limit', () => {
    const around = fc.array(fc.integer({ min: 84, max: 91 }), { minLength: 60, maxLength: 60 })
    fc.assert(
      fc.property(around, (degrees) => {
        let lasted = false
        let changes = 0
        for (let at = 1; at <= degrees.length; at++) {
          const lasts = hot(degrees.slice(0, at), lasted ? 'lasted' : 'new')
          if (lasts !== lasted) changes += 1
          lasted = lasts
        }
        expect(changes).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a throttling alert', () => {
  it('begins after five slow minutes and ends after five full ones', () => {
    expect(slow([true, true, true, true])).toBe(false)
    expect(slow([true, true, true, true, true])).toBe(true)
    expect(slow([true, false, false, false, false], 'lasted')).toBe(true)
    expect(slow([true, false, false, false, false, false], 'lasted')).toBe(false)
  })

  it('is about heat and faults, and not about a power cap', () => {
    expect(isThrottled(null)).toBeNull()
    expect(isThrottled([])).toBe(false)
    expect(isThrottled(['power_cap', 'sync_boost'])).toBe(false)
    expect(isThrottled(['power_cap', 'hw_thermal'])).toBe(true)
  })
})

describe('an alert of memory errors', () => {
  it('lasts while an error is new within the hour, however many there were before', () => {
    expect(errors([7, 7, 7])).toEqual({ lasts: false, value: null })
    expect(errors([7, 7, 9, 10])).toEqual({ lasts: true, value: 3 })
    expect(errors([null, 7, null, 8])).toEqual({ lasts: true, value: 1 })
  })

  it('does not count a counter that starts again', () => {
    expect(errors([9, 0, 0])).toEqual({ lasts: false, value: null })
    expect(errors([9, 0, 2])).toEqual({ lasts: true, value: 2 })
  })

  it('counts at least what the counter gained in all', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 1 }), (counts) => {
        const gained = (counts.at(-1) ?? 0) - (counts[0] ?? 0)
        expect(
          newErrors(counts.map((eccUncorrected) => ({ eccUncorrected }))),
        ).toBeGreaterThanOrEqual(Math.max(0, gained))
      }),
    )
  })
})

function hot(degrees: readonly (number | null)[], before: 'new' | 'lasted' = 'new'): boolean {
  const minutes = degrees.map((temperatureC, at) => aMinute(at, { temperatureC }))
  return decideAlert('temperature', minutes, { settings, lasted: before === 'lasted' }).lasts
}

function slow(throttled: readonly boolean[], before: 'new' | 'lasted' = 'new'): boolean {
  const minutes = throttled.map((one, at) => aMinute(at, { throttled: one }))
  return decideAlert('throttling', minutes, { settings, lasted: before === 'lasted' }).lasts
}

function errors(counts: readonly (number | null)[]) {
  const minutes = counts.map((eccUncorrected, at) => aMinute(at, { eccUncorrected }))
  return decideAlert('ecc', minutes, { settings, lasted: false })
}

function aMinute(at: number, parts: Partial<GpuMinute>): GpuMinute {
  return { atMs: at * 60_000, temperatureC: null, throttled: null, eccUncorrected: null, ...parts }
}
