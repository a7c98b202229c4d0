import { AccountId, MachineId, RenderJobId, RenderSceneId } from '@gridloom/contract/core/ids'
import { RenderJob } from '@gridloom/contract/rendering/job'
import { settingsOf } from '@gridloom/domain/rendering/settings'
import { describe, expect, it } from 'vitest'
import { someContents } from '../../../../test/render-jobs.ts'
import { aCapability } from '../../../../test/render-rows.ts'
import type { JobRow } from '../schema.ts'
import { type JobSurroundings, jobView } from './job-view.ts'

const machineId = MachineId.parse('mch_00000000000000000000000001')

describe('jobView', () => {
  it('matches the contract for a draft and for an ended job', () => {
    for (const state of ['draft', 'completed', 'cancelled'] as const)
      expect(RenderJob.parse(jobView(aJob({ state }), anAround())).state).toBe(state)
  })

  it('estimates from accepted pictures, and counts only machines that fit', () => {
    const row = aJob({ reference_ms_sum: 20_000, reference_ms_count: 2, frames_done: 2 })
    const able = [aMachine(), aMachine({ blender_version: '3.3.0' }), aMachine({ engines: [] })]
    expect(jobView(row, anAround({ able })).estimate).toMatchObject({
      reference_s_per_frame: 10,
      machines: 1,
      wall_s: 80,
    })
    expect(jobView(aJob(), anAround({ able })).estimate).toBeNull()
  })

  it('estimates the end from the machines at work, and has none without them', () => {
    const row = aJob({
      reference_ms_sum: 10_000,
      reference_ms_count: 1,
      frames_done: 1,
      frames_failed: 1,
    })
    const atWork = [{ machineId, score: 4, frames: 3 }]
    expect(jobView(row, anAround({ atWork }))).toMatchObject({
      eta_s: 20,
      machines_now: 1,
      frames_rendering: 3,
    })
    expect(jobView(row, anAround()).eta_s).toBeNull()
    expect(jobView({ ...row, state: 'paused' }, anAround({ atWork })).eta_s).toBeNull()
    expect(jobView({ ...row, state: 'testing' }, anAround({ atWork })).eta_s).toBe(3)
    expect(jobView(aJob(), anAround({ atWork })).eta_s).toBeNull()
  })

  it('estimates a frame in parts by all its parts', () => {
    const settings = { ...aJob().settings, split: { kind: 'tiles', columns: 2, rows: 2 } as const }
    const row = aJob({ settings, reference_ms_sum: 4_000, reference_ms_count: 4 })
    expect(jobView(row, anAround()).estimate?.reference_s_per_frame).toBe(4)
  })
})

function anAround(given: Partial<JobSurroundings> = {}): JobSurroundings {
  return {
    scene: { fileName: 'spring.blend', savedBy: '3.4' },
    money: { heldMicroUsd: 5, chargedMicroUsd: 0 },
    held: { frames: 0, microUsd: 0 },
    atWork: [],
    able: [],
    ...given,
  }
}

function aMachine(capability: Parameters<typeof aCapability>[0] = {}) {
  return {
    machineId,
    capability: aCapability(capability),
    memoryMib: 16_384,
    microUsdPerReferenceHour: 300_000,
    score: 1,
  }
}

/** A running job of ten frames, of which none is done yet. */
function aJob(given: Partial<JobRow> = {}): JobRow {
  return {
    id: RenderJobId.parse('rnj_00000000000000000000000001'),
    account_id: AccountId.parse('acc_00000000000000000000000001'),
    scene_id: RenderSceneId.parse('rsc_00000000000000000000000001'),
    placed_by: null,
    api_key_id: null,
    state: 'rendering',
    reason: null,
    settings: settingsOf(someContents()),
    settings_version: 1,
    priority: 50,
    budget_micro_usd: 5,
    charged_micro_usd: 0,
    committed_micro_usd: 0,
    hold_number: 1,
    frame_micro_usd_max: null,
    test_frame: null,
    frames_total: 10,
    frames_done: 0,
    frames_failed: 0,
    reference_ms_sum: 0,
    reference_ms_count: 0,
    thumbnail_frame: null,
    created_at: new Date(0),
    started_at: new Date(0),
    finished_at: null,
    removed_at: null,
    files_gone_at: null,
    ...given,
  }
}
