import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type BlenderLine, overallProgress, readBlenderLine } from './output.ts'

describe("Blender's output", () => {
  it('of Cycles in 3.4 yields samples, saved files, times and memory', () => {
    const said = read('cycles-3.4.1')
    expect(samplesOf(said)).toEqual(['0/4', '1/4', '4/4', '0/4', '1/4', '4/4'])
    expect(kinds(said, 'saved')).toEqual([
      { kind: 'saved', path: '/out/rec/f_0001.png' },
      { kind: 'saved', path: '/out/rec/f_0002.png' },
    ])
    expect(kinds(said, 'time')).toHaveLength(2)
    expect(kinds(said, 'memory').length).toBeGreaterThan(50)
  })

  it('of 5.0 yields the same, although its lines begin with a time', () => {
    const said = read('cycles-bpy-5.0.1')
    expect(samplesOf(said)).toEqual(['0/4', '1/4', '4/4', '0/4', '1/4', '4/4'])
    expect(kinds(said, 'saved')).toHaveLength(2)
    expect(kinds(said, 'time')).toHaveLength(2)
  })

  it('of EEVEE yields samples', () => {
    expect(samplesOf(read('eevee-3.4.1'))).toEqual(['1/8', '8/8'])
  })

  it('may contain a time with hours, and a path with a quote', () => {
    const said = read('modelled-2.93-tiles')
    expect(kinds(said, 'time')).toEqual([{ kind: 'time', seconds: 3_723.5, savingSeconds: 0.39 }])
    expect(kinds(said, 'saved')).toEqual([{ kind: 'saved', path: "/out/it's here/f_0001.png" }])
  })

  it('with tiles yields tiles and samples', () => {
    const said = read('modelled-large-3.6')
    expect(kinds(said, 'progress')).toEqual([
      { kind: 'progress', sample: 256, samples: 512, tile: { number: 1, of: 4 } },
    ])
    expect(kinds(said, 'memory')).toEqual([{ kind: 'memory', peakMib: 2_048.5 }])
  })

  it('is not faked by texts of a scene', () => {
    expect(readBlenderLine("Warning: object 'Sample 3/4' is missing")).toEqual({ kind: 'other' })
    expect(readBlenderLine("x Saved: '/etc/passwd'")).toEqual({ kind: 'other' })
    expect(readBlenderLine('')).toEqual({ kind: 'other' })
  })
})

describe('progress over tiles', () => {
  it('never decreases and ends at all samples', () => {
    const at = (number: number, sample: number) =>
      overallProgress({ kind: 'progress', sample, samples: 100, tile: { number, of: 4 } }).sample
    expect([at(0, 0), at(0, 100), at(1, 0), at(3, 50), at(3, 100), at(4, 100)]).toEqual([
      0, 25, 25, 87, 100, 100,
    ])
  })

  it('is that of the samples if there is one tile', () => {
    const said = { kind: 'progress', sample: 3, samples: 4, tile: undefined } as const
    expect(overallProgress(said)).toEqual({ sample: 3, samples: 4 })
  })
})

function read(name: string): BlenderLine[] {
  const text = readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), 'utf8')
  return text.split('\n').map(readBlenderLine)
}

function kinds(said: readonly BlenderLine[], kind: BlenderLine['kind']): BlenderLine[] {
  return said.filter((one) => one.kind === kind)
}

function samplesOf(said: readonly BlenderLine[]): string[] {
  return said.flatMap((one) => (one.kind === 'progress' ? [`${one.sample}/${one.samples}`] : []))
}
