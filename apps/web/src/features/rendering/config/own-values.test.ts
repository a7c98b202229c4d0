import { describe, expect, it } from 'vitest'
import { someContents } from '../../../testing/render-samples.ts'
import { type OwnField, ownValuesOf } from './own-values.ts'

describe('the values of a file', () => {
  it.each([
    ['frames', '1–100', '1-100'],
    ['step', '1', 1],
    ['width', '1920', 1_920],
    ['percentage', '100 %', 100],
    ['engine', 'Cycles', 'cycles'],
    ['denoise', 'off', false],
    ['format', 'PNG', 'png'],
    ['camera', 'Camera', 'Camera'],
    ['fps', '24', 24],
    ['compositing', 'off', false],
  ] satisfies [OwnField, string, unknown][])(
    'include %s as text and as form value',
    (field, words, typed) => {
      expect(own(field)).toEqual({ words, typed: { [field]: typed } })
    },
  )

  it('leave samples to the file, whatever its value', () => {
    expect(own('samples')).toEqual({ words: '64', typed: { samples: '' } })
  })

  it('are unknown, with no value to reset to, when the file lacks them', () => {
    const unsaid = { samples: null, engine: null, output_format: null, uses_compositing: null }
    for (const field of ['samples', 'engine', 'format', 'compositing'] as const) {
      expect(own(field, unsaid)).toEqual({ words: 'unknown', typed: undefined })
    }
  })

  it('name a movie format, and reset it to a picture format', () => {
    expect(own('format', { output_format: 'FFMPEG' })).toEqual({
      words: 'FFMPEG',
      typed: { format: 'png' },
    })
  })

  it('do not exist for a file that is not in the upload', () => {
    const chosen = { blend_path: 'elsewhere.blend', scene: 'Scene' }
    expect(ownValuesOf(someContents(), chosen)).toBeUndefined()
  })

  it('are unknown for a scene that is not in the file', () => {
    const values = ownValuesOf(someContents(), { blend_path: 'donut.blend', scene: 'Elsewhere' })
    expect(values?.of('frames')).toEqual({ words: 'unknown', typed: undefined })
  })
})

function own(field: OwnField, scene: object = {}) {
  const contents = someContents({ scenes: [scene] })
  return ownValuesOf(contents, { blend_path: 'donut.blend', scene: 'Scene' })?.of(field)
}
