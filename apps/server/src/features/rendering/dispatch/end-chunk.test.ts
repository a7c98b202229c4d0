import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import { MachineId, RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem, RenderProblemCode } from '@gridloom/contract/rendering/frame'
import { expect, it } from 'vitest'
import { someSettings } from '../../../../test/render-rows.ts'
import type { ChunkRow } from '../schema.ts'
import { chunkLimits } from './chunk-limits.ts'
import { framesSpec } from './chunk-spec.ts'
import { type EndedChunk, verdictOf } from './end-chunk.ts'
import { machineProblem } from './machine-problem.ts'

it('is done when every part was settled', () => {
  expect(verdictOf(anEnd({ outcomes: ['good', 'good'] }))).toEqual({
    state: 'done',
    problem: null,
    failedBy: 'nobody',
  })
})

it('is done when some parts succeeded and one failed', () => {
  expect(verdictOf(anEnd({ outcomes: ['good', 'bad'] })).state).toBe('done')
})

it('is stopped when parts are left without a problem', () => {
  expect(verdictOf(anEnd({ outcomes: ['good'] }))).toMatchObject({
    state: 'stopped',
    failedBy: 'nobody',
  })
  expect(verdictOf(anEnd({ outcomes: [] })).state).toBe('stopped')
})

it('is failed when every part failed, with the problem of the last one', () => {
  const lastProblem = { code: 'out_of_memory', text: 'no' } as const
  expect(verdictOf(anEnd({ outcomes: ['bad'], lastProblem }))).toEqual({
    state: 'failed',
    problem: lastProblem,
    failedBy: 'nobody',
  })
})

it('reports a problem in our own text, with the machine’s text separately', () => {
  const problem = machineProblem({ code: 'disk_full', text: ' Sign in at https://x.example ' })
  expect(problem).toEqual({
    code: 'disk_full',
    text: 'The machine’s disk is full.',
    machine_says: 'Sign in at https://x.example',
  })
  expect(machineProblem({ code: 'disk_full', text: ' ' })).not.toHaveProperty('machine_says')
})

it.each(['blender_crashed', 'file_broken', 'sandbox_missing'] as const)(
  'counts the rest as failed by the machine when it ended with %s',
  (code) => {
    expect(verdictOf(anEnd({ outcomes: ['good'], code }))).toMatchObject({
      state: 'failed',
      problem: { code },
      failedBy: 'machine',
    })
  },
)

it.each(['machine_left', 'rented_out', 'scene_missing'] as const)(
  'does not count as the machine’s failure when it ended with %s',
  (code) => {
    expect(verdictOf(anEnd({ outcomes: [], code }))).toMatchObject({
      state: 'stopped',
      failedBy: 'nobody',
    })
  },
)

it('truncates the machine’s text', () => {
  const ended = anEnd({ outcomes: [], code: 'blender_failed', text: 'x'.repeat(10_000) })
  expect(verdictOf(ended).problem?.machine_says).toHaveLength(2_000)
})

interface EndOptions {
  outcomes: ('good' | 'bad')[]
  code?: RenderProblemCode
  text?: string
  lastProblem?: RenderProblem
}

/** The end of a chunk of two frames. */
function anEnd({ outcomes, code, text = 'it ended', lastProblem }: EndOptions): EndedChunk {
  const settled = new Map(outcomes.map((outcome, index) => [`${index + 1}`, outcome]))
  const problem = code === undefined ? null : { code, text }
  return { chunk: aChunk(), report: aReport(problem), settled, lastProblem: lastProblem ?? null }
}

const id = RenderChunkId.parse(`rch_${'0'.repeat(26)}`)
const jobId = RenderJobId.parse(`rnj_${'0'.repeat(26)}`)

function aChunk(): ChunkRow {
  const settings = someSettings()
  const limits = chunkLimits({ settings, expectedMs: null, memoryMib: 0 })
  const scene = 'a'.repeat(64)
  const spec = framesSpec({
    id,
    jobId,
    leaseToken: 'token',
    settings,
    scene,
    capability: null,
    limits,
  })
  if (spec.work.kind === 'render')
    spec.work.pieces = [1, 2].map((frame) => ({
      key: `${frame}`,
      frame,
      region: null,
      sample_range: null,
    }))
  const at = new Date(0)
  return {
    id,
    job_id: null,
    kind: 'frames',
    machine_id: MachineId.parse(`mch_${'0'.repeat(26)}`),
    lease_token: 'token',
    lease_until: at,
    state: 'leased',
    frames: [1, 2],
    spec,
    activity: null,
    problem: null,
    committed_micro_usd: 0,
    micro_usd_per_reference_hour: 0,
    machine_score: 1,
    has_log: false,
    canary_of: null,
    started_at: at,
    moved_at: at,
    ended_at: null,
  }
}

function aReport(problem: ChunkReport['problem']): ChunkReport {
  return {
    chunk_id: id,
    lease_token: 'token',
    phase: 'ended',
    pieces: [],
    problem,
    samples_per_minute: null,
    memory_peak_mib: null,
  }
}
