import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { crashOf, killedOf, renderProblem } from './problems.ts'
import type { KillReason } from './watch.ts'

describe('a problem of Blender', () => {
  it.each([
    ['no-camera-3.4.1', 'no_camera'],
    ['no-denoiser-3.4.1', 'denoiser_missing'],
    ['truncated-3.4.1', 'file_broken'],
    ['truncated-bpy-5.0.1', 'file_broken'],
    ['newer-file-3.4.1', 'file_broken'],
    ['memory-3.4.1', 'out_of_memory'],
  ])('is recognised in recorded output: %s', (name, code) => {
    expect(renderProblem(fixture(name)).code).toBe(code)
  })

  it('is recognised in each line of GPU errors', () => {
    const codes = fixture('modelled-gpu')
      .trim()
      .split('\n')
      .map((line) => renderProblem(line).code)
    expect(codes).toEqual([
      'out_of_memory',
      'gpu_failed',
      'gpu_failed',
      'gpu_failed',
      'out_of_memory',
    ])
  })

  it("has a readable text with Blender's own words", () => {
    const { text } = renderProblem('Error: Cannot render, no camera\n')
    expect(text).toBe('The scene has no camera. Blender message: Error: Cannot render, no camera')
  })

  it('is blender_failed for unknown or empty output', () => {
    expect(renderProblem('something odd')).toEqual({
      code: 'blender_failed',
      text: 'Blender could not render the frame: something odd',
    })
    expect(renderProblem(' ').text).toContain('no reason given')
  })

  it('has a text that fits into a report, however long the output is', () => {
    expect(renderProblem('x'.repeat(10_000)).text).toHaveLength(2_000)
    expect(crashOf('signal 11', ['y'.repeat(10_000)]).text).toHaveLength(2_000)
  })
})

describe('a Blender that ended by itself', () => {
  it('is reported as a crash with its last lines', () => {
    const problem = crashOf('signal 11', ['Fra:1 Sample 3/4', 'Writing: /tmp/a.crash.txt'])
    expect(problem.code).toBe('blender_crashed')
    expect(problem.text).toContain('signal 11')
    expect(problem.text).toContain('Fra:1 Sample 3/4\nWriting: /tmp/a.crash.txt')
  })

  it('is reported as out of memory if its last lines show that', () => {
    expect(crashOf('signal 6', fixture('memory-3.4.1').split('\n')).code).toBe('out_of_memory')
  })
})

describe('a Blender that was killed', () => {
  it.each<[KillReason, string, string]>([
    ['out_of_memory', 'out_of_memory', '512 MiB'],
    ['timed_out', 'timed_out', '60 s'],
    ['no_progress', 'no_progress', '30 s'],
    ['too_much_output', 'blender_failed', '1000 bytes'],
    ['stopped', 'blender_failed', 'stopped'],
  ])('for %s has the code %s and the limit in its text', (why, code, words) => {
    const limits = { piece_s_max: 60, no_progress_s_max: 30, memory_mib_max: null }
    const problem = killedOf(why, { ...limits, output_bytes_max: 1_000, memoryMibMax: 512 })
    expect(problem.code).toBe(code)
    expect(problem.text).toContain(words)
  })
})

function fixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), 'utf8')
}
