import { limits } from '@gridloom/contract/core/constants'
import type { BlendScene, SceneContents } from '@gridloom/contract/rendering/blend-facts'
import { RenderSettings } from '@gridloom/contract/rendering/settings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemsOf, samplesInFile, whyNotRenderable } from './check-settings.ts'
import { countFrames } from './frame-list.ts'
import { type PartExtent, pixelsOf, splitFrame } from './frame-parts.ts'
import { changesPicture, partsPerFrame, settingsOf } from './settings.ts'

describe('settingsOf', () => {
  it('uses the settings of the file', () => {
    expect(settingsOf(contents())).toMatchObject({
      blend_path: 'spring.blend',
      scene: 'Shot',
      camera: 'Camera',
      frames: '1-50',
      step: 2,
      width: 1_280,
      height: 720,
      percentage: 50,
      engine: 'cycles',
      samples: null,
      denoise: true,
      format: 'openexr',
      fps: 30,
      compositing: false,
    })
  })

  it('conforms to the contract for any file', () => {
    const wild = fc.record({
      name: fc.constant('Shot'),
      frame_start: fc.integer({ min: -1_048_574, max: 1_048_574 }),
      frame_end: fc.integer({ min: -1_048_574, max: 1_048_574 }),
      frame_step: fc.integer(),
      fps: fc.option(fc.double({ noNaN: true })),
      width: fc.option(fc.integer()),
      height: fc.option(fc.integer()),
      percentage: fc.option(fc.integer()),
      engine: fc.option(fc.constantFrom('cycles', 'eevee', 'workbench', 'other')),
      output_format: fc.option(fc.constantFrom('PNG', 'OPEN_EXR_MULTILAYER', 'FFMPEG', 'JPEG2000')),
      denoise: fc.option(fc.boolean()),
      uses_compositing: fc.option(fc.boolean()),
      camera: fc.option(fc.string()),
    })
    fc.assert(
      fc.property(wild, (scene) => {
        const settings = RenderSettings.parse(settingsOf(contents(scene)))
        const frames = countFrames(settings.frames, settings.step)
        expect(frames >= 1 && frames <= limits.framesPerJob).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('uses defaults for missing settings, and the first scene if none is open', () => {
    const unknown = { fps: null, width: null, height: null, percentage: null, engine: null }
    const said = settingsOf(contents({ ...unknown, denoise: null, output_format: null }, null))
    expect(said).toMatchObject({
      fps: 24,
      width: 1_920,
      height: 1_080,
      percentage: 100,
      engine: 'cycles',
      denoise: false,
      format: 'png',
      scene: 'Shot',
    })
  })

  it('renders frames for movies, and one frame of a scene that ends before it starts', () => {
    expect(settingsOf(contents({ output_format: 'FFMPEG' })).format).toBe('png')
    expect(settingsOf(contents({ output_format: 'JPEG' })).format).toBe('jpeg')
    expect(settingsOf(contents({ frame_start: 9, frame_end: 3 })).frames).toBe('9')
  })
})

describe('changesPicture', () => {
  const before = settingsOf(contents())

  it.each([
    ['camera', { camera: 'Other' }],
    ['scene', { scene: 'Other' }],
    ['size', { width: 640 }],
    ['percentage', { percentage: 100 }],
    ['samples', { samples: 8 }],
    ['denoise', { denoise: false }],
    ['format', { format: 'png' }],
    ['engine', { engine: 'eevee' }],
    ['ranges of samples', { split: { kind: 'samples', ranges: 2 } }],
    ['device', { needs: { ...before.needs, device: 'gpu' } }],
  ] as const)('is true for another %s', (_, change) => {
    expect(changesPicture(before, { ...before, ...change })).toBe(true)
  })

  it.each([
    ['frames', { frames: '1-9', step: 1 }],
    ['frame rate', { fps: 60 }],
    ['time for a chunk', { chunk_target_s: 60 }],
    ['tiles', { split: { kind: 'tiles', columns: 2, rows: 2 } }],
    ['price', { needs: { ...before.needs, micro_usd_per_reference_hour_max: 5 } }],
  ] as const)('is false for another %s', (_, change) => {
    expect(changesPicture(before, { ...before, ...change })).toBe(false)
  })
})

describe('problemsOf', () => {
  it('rejects tiles in a lossy format, and pictures of too many pixels', () => {
    const tiles = { kind: 'tiles', columns: 2, rows: 2 } as const
    const bare = { ...settingsOf(contents()), split: tiles, denoise: false }
    expect(problemsOf({ ...bare, format: 'jpeg' }, contents()).split).toContain('JPEG')
    expect(problemsOf({ ...bare, format: 'png' }, contents())).toEqual({})
    const huge = { ...settingsOf(contents()), width: 8_193, height: 8_192, percentage: 100 }
    expect(problemsOf(huge, contents()).width).toContain('67,108,864')
    expect(problemsOf({ ...huge, width: 8_192 }, contents())).toEqual({})
  })

  it('finds none in the settings of the file itself', () => {
    expect(problemsOf(settingsOf(contents()), contents())).toEqual({})
  })

  it('names a file and a scene that are not in the upload', () => {
    expect(problems({ blend_path: 'other.blend' })).toEqual({
      blend_path: 'This file is not in the upload',
    })
    expect(problems({ scene: 'Other' })).toEqual({ scene: 'This scene is not in the file' })
  })

  it('reports problems of frames, and too many parts of frames', () => {
    expect(problems({ frames: '9-1' }).frames).toContain('is reversed')
    const split = { kind: 'tiles', columns: 16, rows: 16 } as const
    expect(problems({ frames: '1-1000', step: 1, denoise: false, split }).frames).toBe(
      'This splits into 256,000 frame parts. A job can have at most 200,000.',
    )
  })

  it('rejects splits that cannot be merged again', () => {
    const tiles = { kind: 'tiles', columns: 2, rows: 2 } as const
    const samples = { kind: 'samples', ranges: 4 } as const
    expect(problems({ split: tiles }).split).toContain('Turn off denoising')
    expect(problems({ split: { ...tiles, columns: 16 }, width: 8, denoise: false }).split).toBe(
      'There are more tiles than pixels. Use fewer tiles.',
    )
    expect(problems({ split: tiles, denoise: false }).split).toBeUndefined()
    expect(problems({ split: samples, engine: 'eevee' }).split).toContain('requires Cycles')
    expect(problems({ split: samples, samples: 3 }).split).toBe(
      'There are more ranges than samples. Use fewer ranges.',
    )
    expect(problems({ split: samples }).split).toBeUndefined()
    expect(
      problemsOf({ ...settingsOf(contents()), split: samples }, contents({ samples: null })).split,
    ).toContain('Set it first')
  })

  it('reports why a scene without a camera cannot be rendered', () => {
    expect(whyNotRenderable(settingsOf(contents()))).toBeNull()
    expect(whyNotRenderable(settingsOf(contents({ camera: null })))).toContain('no camera')
  })

  it('finds the samples of the rendered scene', () => {
    expect(samplesInFile(settingsOf(contents()), contents())).toBe(128)
    expect(samplesInFile({ blend_path: 'other.blend', scene: 'Shot' }, contents())).toBeNull()
  })
})

describe('splitFrame', () => {
  const picture = fc.record({
    width: fc.integer({ min: 4, max: 200 }),
    height: fc.integer({ min: 4, max: 200 }),
    percentage: fc.integer({ min: 1, max: 200 }),
  })

  it('puts every pixel into exactly one tile', () => {
    const grid = fc.record({
      columns: fc.integer({ min: 1, max: 16 }),
      rows: fc.integer({ min: 1, max: 16 }),
    })
    fc.assert(
      fc.property(picture, grid, (size, { columns, rows }) => {
        const split = { kind: 'tiles', columns, rows } as const
        const { width, height } = pixelsOf(size)
        const seen = new Uint8Array(width * height)
        for (const { region } of splitFrame({ ...size, split, samples: null }, null)) {
          if (region === null) throw new Error('a tile is a region')
          for (let y = region.y; y < region.y + region.height; y++)
            for (let x = region.x; x < region.x + region.width; x++)
              seen[y * width + x] = (seen[y * width + x] ?? 0) + 1
        }
        expect(seen.every((times) => times === 1)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('divides samples into ranges without a gap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 16, max: 5_000 }),
        fc.integer({ min: 2, max: 16 }),
        (samples, ranges) => {
          const split = { kind: 'samples', ranges } as const
          const parts = splitFrame(
            { width: 8, height: 8, percentage: 100, split, samples: null },
            samples,
          )
          let next = 0
          for (const range of parts.map(rangeOf)) {
            expect(range.offset).toBe(next)
            next += range.count
          }
          expect([parts.length, next]).toEqual([ranges, samples])
        },
      ),
    )
  })

  it('is empty for a frame that is rendered whole', () => {
    const settings = settingsOf(contents())
    expect(splitFrame(settings, 128)).toEqual([])
    expect(partsPerFrame(settings)).toBe(1)
  })

  it('has as many parts as partsPerFrame', () => {
    const settings = {
      ...settingsOf(contents()),
      split: { kind: 'tiles', columns: 3, rows: 2 } as const,
    }
    expect(splitFrame(settings, null).length).toBe(partsPerFrame(settings))
    expect(partsPerFrame({ split: { kind: 'samples', ranges: 5 } })).toBe(5)
  })

  it('rounds a scaled picture down, as Blender does, and never to zero', () => {
    expect(pixelsOf({ width: 1_921, height: 1_081, percentage: 50 })).toEqual({
      width: 960,
      height: 540,
    })
    expect(pixelsOf({ width: 4, height: 4, percentage: 1 })).toEqual({ width: 1, height: 1 })
  })
})

function rangeOf({ sample_range }: PartExtent) {
  if (sample_range === null) throw new Error('a part is a range of samples')
  return sample_range
}

function problems(change: Partial<RenderSettings>) {
  return problemsOf({ ...settingsOf(contents()), ...change }, contents())
}

/** A file with one scene, open when it was saved. */
function contents(scene: Partial<BlendScene> = {}, open: string | null = 'Shot'): SceneContents {
  return {
    kind: 'blend',
    files: 1,
    unpacked_bytes: 1_000,
    blends: [
      {
        path: 'spring.blend',
        diagnostics: [],
        facts: {
          blender_version: '3.4',
          compression: 'zstd',
          size_bytes: 1_000,
          active_scene: open,
          cameras: ['Camera'],
          references: [],
          packed_files: 0,
          scripts: [],
          drivers: 0,
          thumbnail: null,
          scenes: [
            {
              name: 'Shot',
              frame_start: 1,
              frame_end: 50,
              frame_step: 2,
              fps: 30,
              width: 1_280,
              height: 720,
              percentage: 50,
              engine: 'cycles',
              engine_name: 'CYCLES',
              samples: 128,
              denoise: true,
              camera: 'Camera',
              output_format: 'OPEN_EXR',
              uses_compositing: false,
              uses_sequencer: false,
              ...scene,
            },
          ],
        },
      },
    ],
  }
}
