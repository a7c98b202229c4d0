import { expect, it } from 'vitest'
import { aCapability, someSettings } from '../../../../test/render-rows.ts'
import { chunkLimits } from './chunk-limits.ts'
import { blenderSettings, partNamed } from './chunk-spec.ts'

const withGpu = aCapability({
  devices: [
    { kind: 'cpu', name: 'CPU' },
    { kind: 'optix', name: 'GPU' },
  ],
})

it('uses a GPU if there is one and any device will do', () => {
  expect(blenderSettings(someSettings(), withGpu).device).toBe('gpu')
  expect(blenderSettings(someSettings(), aCapability()).device).toBe('cpu')
  expect(blenderSettings(someSettings({ engine: 'eevee' }), withGpu).device).toBe('cpu')
})

it('renders parts of a frame without denoising and compositing', () => {
  const settings = { denoise: true, compositing: true }
  const split = { kind: 'samples', ranges: 2 } as const
  expect(blenderSettings(someSettings(settings), null)).toMatchObject(settings)
  expect(blenderSettings(someSettings({ ...settings, split }), null)).toMatchObject({
    denoise: false,
    compositing: false,
  })
})

it('parses the frame and the part from a key', () => {
  expect(partNamed('12')).toEqual({ number: 12, part: 0 })
  expect(partNamed('-5.3')).toEqual({ number: -5, part: 3 })
})

it('limits a part to twenty times its expected time, between 15 minutes and a day', () => {
  const secondsFor = (expectedMs: number | null) =>
    chunkLimits({ settings: someSettings(), expectedMs, memoryMib: 0 }).piece_s_max
  expect(secondsFor(60_000)).toBe(1_200)
  expect(secondsFor(100)).toBe(900)
  expect(secondsFor(1e9)).toBe(86_400)
  expect(secondsFor(null)).toBe(86_400)
})

it('leaves a share of the machine’s memory free, and limits the size of its files', () => {
  const settings = someSettings({ width: 65_536, height: 65_536 })
  const limits = chunkLimits({ settings, expectedMs: null, memoryMib: 10_000 })
  expect(limits).toMatchObject({ memory_mib_max: 9_000, output_bytes_max: 1_073_741_824 })
  const unknown = chunkLimits({ settings: someSettings(), expectedMs: null, memoryMib: 0 })
  expect(unknown.memory_mib_max).toBeNull()
})
