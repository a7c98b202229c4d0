import { MachineId } from '@gridloom/contract/core/ids'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { describe, expect, it } from 'vitest'
import { machineFits, misfitOf, type RenderMachine, type RenderNeeds } from './machine-fits.ts'

const one = MachineId.parse('mch_00000000000000000000000001')
const other = MachineId.parse('mch_00000000000000000000000002')

describe('misfitOf', () => {
  it('returns null for a machine that meets all needs', () => {
    expect(misfitOf(someNeeds(), aMachine())).toBeNull()
    expect(machineFits(someNeeds(), aMachine())).toBe(true)
  })

  it.each<[string, SettingsChanges, Parameters<typeof aMachine>[0]]>([
    ['not_chosen', { needs: { machine_ids: [other] } }, {}],
    ['too_expensive', { needs: { micro_usd_per_reference_hour_max: 299_999 } }, {}],
    ['no_blender', {}, { capability: null }],
    ['engine_missing', { engine: 'eevee' }, {}],
    ['denoiser_missing', { denoise: true }, {}],
    ['device_missing', { needs: { device: 'gpu' } }, {}],
    ['memory_short', { needs: { memory_mib_min: 16_385 } }, {}],
  ])('returns %s', (misfit, asked, given) => {
    expect(misfitOf(someNeeds(asked), aMachine(given))).toBe(misfit)
  })

  it('rejects a Blender older than the one that saved the file', () => {
    for (const [savedBy, fits] of [
      ['3.3', true],
      ['3.4', true],
      ['2.93', true],
      ['3.5', false],
      ['4.0', false],
      ['5.0', false],
    ] as const)
      expect(machineFits({ ...someNeeds(), savedBy }, aMachine())).toBe(fits)
    expect(machineFits({ ...someNeeds(), savedBy: '3.10' }, aMachine())).toBe(false)
  })

  it('accepts exactly the maximum price and the minimum memory', () => {
    const needs = { micro_usd_per_reference_hour_max: 300_000, memory_mib_min: 16_384 }
    expect(machineFits(someNeeds({ needs }), aMachine())).toBe(true)
  })

  it('distinguishes GPUs and CPUs by the kind of device', () => {
    const cuda = aMachine({ devices: [{ kind: 'cuda', name: 'RTX' }] })
    expect(machineFits(someNeeds({ needs: { device: 'gpu' } }), cuda)).toBe(true)
    expect(machineFits(someNeeds({ needs: { device: 'cpu' } }), cuda)).toBe(false)
    expect(machineFits(someNeeds({ needs: { device: 'cpu' } }), aMachine())).toBe(true)
  })

  it('requires a denoiser only if Cycles denoises', () => {
    const eevee = aMachine({ engines: ['eevee'] })
    expect(machineFits(someNeeds({ engine: 'eevee', denoise: true }), eevee)).toBe(true)
    const denoising = aMachine({ denoisers: ['openimagedenoise'] })
    expect(machineFits(someNeeds({ denoise: true }), denoising)).toBe(true)
  })
})

type Settings = RenderNeeds['settings']
type SettingsChanges = Partial<Omit<Settings, 'needs'>> & {
  needs?: Readonly<Partial<Settings['needs']>>
}

function someNeeds({ needs, ...settings }: SettingsChanges = {}): RenderNeeds {
  return {
    savedBy: null,
    settings: {
      engine: 'cycles',
      denoise: false,
      ...settings,
      needs: {
        device: 'any',
        memory_mib_min: 0,
        machine_ids: [],
        micro_usd_per_reference_hour_max: null,
        ...needs,
      },
    },
  }
}

function aMachine(given: { capability?: null } & Partial<RenderCapability> = {}): RenderMachine {
  const { capability, ...can } = given
  return {
    machineId: one,
    memoryMib: 16_384,
    microUsdPerReferenceHour: 300_000,
    capability:
      capability === null
        ? null
        : {
            driver: 'blender',
            blender_version: '3.4.1',
            engines: ['cycles'],
            devices: [{ kind: 'cpu', name: 'CPU' }],
            denoisers: [],
            features: [],
            threads: 8,
            sandbox: 'bubblewrap',
            ...can,
          },
  }
}
