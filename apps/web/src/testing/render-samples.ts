import { BlendScene, SceneContents } from '@gridloom/contract/rendering/blend-facts'
import { RenderCheck } from '@gridloom/contract/rendering/check'
import { RenderChunk } from '@gridloom/contract/rendering/chunk'
import { RenderFrame } from '@gridloom/contract/rendering/frame'
import { RenderEstimate, RenderJob } from '@gridloom/contract/rendering/job'
import { MachineRendering } from '@gridloom/contract/rendering/machine-rendering'
import { RenderReceipt } from '@gridloom/contract/rendering/receipt'
import { RenderScene, RenderUpload } from '@gridloom/contract/rendering/scene'
import { RenderSettings } from '@gridloom/contract/rendering/settings'
import { sampleId, secondsBefore } from './samples.ts'

// Builders of rendering data with defaults; each parses what it builds.

export function aBlendScene(parts: object = {}): BlendScene {
  return BlendScene.parse({
    name: 'Scene',
    frame_start: 1,
    frame_end: 100,
    frame_step: 1,
    fps: 24,
    width: 1_920,
    height: 1_080,
    percentage: 100,
    engine: 'cycles',
    engine_name: 'CYCLES',
    samples: 64,
    denoise: false,
    camera: 'Camera',
    output_format: 'PNG',
    uses_compositing: false,
    uses_sequencer: false,
    ...parts,
  })
}

interface ContentsParts {
  scenes?: readonly object[]
  facts?: object
  diagnostics?: readonly object[]
  more?: object
}

/** Contents of a .blend with one scene, or with the given scenes, facts and diagnostics. */
export function someContents({ scenes = [{}], facts, diagnostics = [], more }: ContentsParts = {}) {
  return SceneContents.parse({
    kind: 'blend',
    blends: [
      {
        path: 'donut.blend',
        facts: {
          blender_version: '4.2',
          compression: 'zstd',
          size_bytes: 1_048_576,
          scenes: scenes.map((scene) => aBlendScene(scene)),
          active_scene: 'Scene',
          cameras: ['Camera', 'Top'],
          references: [],
          packed_files: 2,
          scripts: [],
          drivers: 0,
          thumbnail: null,
          ...facts,
        },
        diagnostics,
      },
    ],
    files: 1,
    unpacked_bytes: 1_048_576,
    ...more,
  })
}

export function aRenderScene(parts: object = {}): RenderScene {
  return RenderScene.parse({
    id: sampleId('rsc', 1),
    file_name: 'donut.blend',
    content_hash: 'a'.repeat(64),
    size_bytes: 1_048_576,
    contents: someContents(),
    uploaded_at: secondsBefore(3_600),
    jobs: 1,
    ...parts,
  })
}

export function aRenderUpload(parts: object = {}): RenderUpload {
  return RenderUpload.parse({
    id: sampleId('rup', 1),
    file_name: 'donut.blend',
    size_bytes: 1_000,
    received_bytes: 0,
    expires_at: secondsBefore(-86_400),
    ...parts,
  })
}

export function someSettings(parts: object = {}): RenderSettings {
  return RenderSettings.parse({
    blend_path: 'donut.blend',
    scene: 'Scene',
    camera: 'Camera',
    frames: '1-100',
    step: 1,
    width: 1_920,
    height: 1_080,
    percentage: 100,
    engine: 'cycles',
    samples: null,
    denoise: false,
    format: 'png',
    fps: 24,
    compositing: false,
    split: { kind: 'whole' },
    chunk_target_s: 120,
    needs: {
      device: 'any',
      memory_mib_min: 0,
      machine_ids: [],
      micro_usd_per_reference_hour_max: null,
    },
    ...parts,
  })
}

export function anEstimate(parts: object = {}): RenderEstimate {
  return RenderEstimate.parse({
    frames: 100,
    reference_s_per_frame: 4.2,
    micro_usd_per_frame: 350,
    low_micro_usd: 21_000,
    expected_micro_usd: 35_000,
    high_micro_usd: 49_000,
    wall_s: 210,
    machines: 2,
    reasons: ['One frame was rendered: a frame takes 4.2 s on a reference machine.'],
    ...parts,
  })
}

/** A draft of 100 frames. */
export function aRenderJob(parts: object = {}): RenderJob {
  return RenderJob.parse({
    taskId: sampleId('rnj', 1),
    fileName: 'donut.blend',
    activeStep: 1,
    stepCompleted: 1,
    scene_id: sampleId('rsc', 1),
    state: 'draft',
    reason: null,
    settings: someSettings(),
    priority: 50,
    frames_total: 100,
    frames_done: 0,
    frames_failed: 0,
    frames_rendering: 0,
    test_frame: null,
    estimate: null,
    budget_micro_usd: 0,
    charged_micro_usd: 0,
    held_micro_usd: 0,
    frame_micro_usd_max: null,
    frames_held: 0,
    frames_held_micro_usd: 0,
    eta_s: null,
    machines_now: 0,
    thumbnail_frame: null,
    created_at: secondsBefore(600),
    started_at: null,
    finished_at: null,
    ...parts,
  })
}

/** A job with two machines working: 40 of 100 frames done, one failed. */
export function aRunningJob(parts: object = {}): RenderJob {
  return aRenderJob({
    state: 'rendering',
    activeStep: 3,
    stepCompleted: 3,
    frames_done: 40,
    frames_failed: 1,
    frames_rendering: 2,
    estimate: anEstimate(),
    budget_micro_usd: 50_000,
    charged_micro_usd: 14_000,
    held_micro_usd: 36_000,
    eta_s: 125,
    machines_now: 2,
    started_at: secondsBefore(300),
    ...parts,
  })
}

export function aFrame(parts: object = {}): RenderFrame {
  return RenderFrame.parse({
    number: 1,
    state: 'done',
    machine_id: sampleId('mch', 1),
    percent: null,
    render_s: 5,
    reference_s: 4,
    charged_micro_usd: 350,
    held_micro_usd: 0,
    bytes: 2_048,
    sha256: 'b'.repeat(64),
    failures: 0,
    problem: null,
    approval: 'open',
    checked: 'by_form',
    ...parts,
  })
}

export function aChunk(parts: object = {}): RenderChunk {
  return RenderChunk.parse({
    id: sampleId('rch', 1),
    kind: 'frames',
    machine_id: sampleId('mch', 1),
    machine_name: 'loom-01',
    state: 'leased',
    frames: [41, 42],
    activity: 'Frame 41, sample 80 of 512',
    started_at: secondsBefore(30),
    ended_at: null,
    problem: null,
    has_log: true,
    ...parts,
  })
}

export function aRenderCheck(parts: object = {}): RenderCheck {
  return RenderCheck.parse({
    id: sampleId('rck', 1),
    frame: 7,
    machine_id: sampleId('mch', 1),
    region: { x: 10, y: 20, width: 64, height: 36 },
    outcome: 'same',
    psnr_db: null,
    has_crops: false,
    differing_percent: 0,
    at: secondsBefore(60),
    ...parts,
  })
}

/** A receipt of two frames that adds up. */
export function aRenderReceipt(parts: object = {}): RenderReceipt {
  const line = {
    machine_name: 'loom-01',
    render_s: 5,
    machine_score: 0.8,
    reference_s: 4,
    micro_usd_per_reference_hour: 300_000,
    at: secondsBefore(60),
  }
  return RenderReceipt.parse({
    job: aRunningJob({ charged_micro_usd: 734 }),
    lines: [
      { ...line, frame: 1, micro_usd: 334, transaction_id: sampleId('trx', 1) },
      { ...line, frame: 2, micro_usd: 400, transaction_id: sampleId('trx', 2) },
    ],
    lines_total: 2,
    total_micro_usd: 734,
    reference_s: 8,
    final: false,
    ...parts,
  })
}

/** A machine that is admitted and accepts render work. */
export function aMachineRendering(parts: object = {}): MachineRendering {
  return MachineRendering.parse({
    machine_id: sampleId('mch', 1),
    enabled: true,
    micro_usd_per_reference_hour: 300_000,
    capability: {
      driver: 'blender',
      blender_version: '4.2.1',
      engines: ['cycles', 'eevee'],
      devices: [{ kind: 'cpu', name: 'AMD Ryzen 9 5950X' }],
      denoisers: ['openimagedenoise'],
      features: [],
      threads: 32,
      sandbox: 'bubblewrap',
    },
    missing: null,
    admission: 'admitted',
    score: 1.5,
    trust: 62,
    vouched: false,
    checkers: 3,
    frames_held: 0,
    held_micro_usd: 0,
    frames_paid: 120,
    frames_refused: 1,
    earned_micro_usd: 42_000,
    checks: [],
    ...parts,
  })
}
