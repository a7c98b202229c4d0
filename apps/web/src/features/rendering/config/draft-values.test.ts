import { describe, expect, it } from 'vitest'
import { someContents, someSettings } from '../../../testing/render-samples.ts'
import { sampleId } from '../../../testing/samples.ts'
import {
  areSameSettings,
  type DraftValues,
  placeProblems,
  readSettingsDraft,
  writeDraft,
} from './draft-values.ts'

describe('settings as they are typed', () => {
  it.each([
    ['the usual', {}],
    ['tiles', { split: { kind: 'tiles', columns: 3, rows: 5 } }],
    ['ranges of samples', { samples: 128, split: { kind: 'samples', ranges: 4 } }],
    [
      'machine needs',
      {
        needs: {
          device: 'gpu',
          memory_mib_min: 12_288,
          machine_ids: [sampleId('mch', 1)],
          micro_usd_per_reference_hour_max: 420_000,
        },
      },
    ],
  ])('are unchanged after a round trip: %s', (_, parts) => {
    const settings = someSettings(parts)
    expect(readSettingsDraft(writeDraft(settings), someContents()).settings).toEqual(settings)
  })

  it('leave samples to the file when the field is empty', () => {
    expect(readTyped({ samples: '' }).settings?.samples).toBeNull()
    expect(readTyped({ samples: '32' }).settings?.samples).toBe(32)
  })

  it('require no memory and any price when the fields are empty', () => {
    const needs = readTyped({ memory_gib_min: '', price_usd_max: '' }).settings?.needs
    expect(needs?.memory_mib_min).toBe(0)
    expect(needs?.micro_usd_per_reference_hour_max).toBeNull()
  })
})

describe('invalid settings', () => {
  it.each([
    ['frames', '1-10,,20'],
    ['width', ''],
    ['height', 3],
    ['percentage', 1_001],
    ['step', 0],
    ['samples', 0],
    ['fps', 500],
    ['memory_gib_min', -1],
    ['price_usd_max', -1],
  ] satisfies [keyof DraftValues, unknown][])('are reported at the field %s', (field, typed) => {
    const { settings, problems } = readTyped({ [field]: typed })
    expect(settings).toBeUndefined()
    expect(Object.keys(problems ?? {})).toEqual([field])
  })

  it('of a split are reported at their own field', () => {
    expect(readTyped({ split: 'tiles', columns: 17 }).problems).toHaveProperty('columns')
    expect(readTyped({ split: 'samples', ranges: 1 }).problems).toHaveProperty('ranges')
    expect(readTyped({ split: 'tiles', denoise: true }).problems?.split).toMatch(/denoising/)
    expect(readTyped({ split: 'samples', engine: 'eevee' }).problems?.split).toMatch(
      /requires Cycles/,
    )
  })

  it('include a scene that the file does not have', () => {
    expect(readTyped({ scene: 'Elsewhere' }).problems).toEqual({
      scene: 'This scene is not in the file',
    })
  })

  it('are placed by the contract’s field names, with and without prefixes', () => {
    expect(
      placeProblems([
        ['settings.needs.device', 'no machine has one'],
        ['needs.memory_mib_min', 'too much'],
        ['settings.frames', 'too many'],
        ['camera', 'is gone'],
      ]),
    ).toEqual({
      device: 'No machine has one',
      memory_gib_min: 'Too much',
      frames: 'Too many',
      camera: 'Is gone',
    })
  })
})

describe('comparing settings', () => {
  it('ignores the order of their properties', () => {
    const { frames, ...rest } = someSettings()
    expect(areSameSettings(someSettings(), { ...rest, frames })).toBe(true)
  })

  it('detects a change of any property', () => {
    expect(areSameSettings(someSettings(), someSettings({ samples: 1 }))).toBe(false)
    expect(areSameSettings(someSettings(), someSettings({ chunk_target_s: 60 }))).toBe(false)
  })
})

function readTyped(typed: object) {
  return readSettingsDraft({ ...writeDraft(someSettings()), ...typed }, someContents())
}
