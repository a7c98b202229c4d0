import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readScene } from '@gridloom/blend/read-scene'
import { memorySource } from '@gridloom/blend/source'
import { RenderFrame } from '@gridloom/contract/rendering/frame'
import { RenderJob } from '@gridloom/contract/rendering/job'
import { RenderScene } from '@gridloom/contract/rendering/scene'
import { settingsOf } from '@gridloom/domain/rendering/settings'
import { idEndingIn } from './samples.ts'

const at = '2026-11-21T09:00:00.000Z'

/** A file saved by Blender 3.4: Cycles, one camera. */
export const blendFile = fileURLToPath(
  new URL('../../../packages/blend/fixtures/34-cycles-zstd.blend', import.meta.url),
)

/** The scene that a server makes of it. */
export async function aScene(): Promise<RenderScene> {
  const bytes = await readFile(blendFile)
  const name = path.basename(blendFile)
  return RenderScene.parse({
    id: idEndingIn('rsc', 'aaaa1111'),
    file_name: name,
    content_hash: '0'.repeat(64),
    size_bytes: bytes.length,
    contents: await readScene(memorySource(bytes), name),
    uploaded_at: at,
    jobs: 0,
  })
}

export async function aJob(change: Readonly<Record<string, unknown>> = {}): Promise<RenderJob> {
  const scene = await aScene()
  return RenderJob.parse({
    taskId: idEndingIn('rnj', 'bbbb2222'),
    fileName: 'scene.blend',
    activeStep: 1,
    stepCompleted: 1,
    scene_id: scene.id,
    state: 'draft',
    reason: null,
    settings: { ...settingsOf(scene.contents), format: 'png' },
    priority: 50,
    frames_total: 2,
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
    created_at: at,
    started_at: null,
    finished_at: null,
    ...change,
  })
}

export const anEstimate = {
  frames: 2,
  reference_s_per_frame: 3.2,
  micro_usd_per_frame: 1_000,
  low_micro_usd: 1_500,
  expected_micro_usd: 2_000,
  high_micro_usd: 3_000,
  wall_s: 65,
  machines: 1,
  reasons: ['The test frame took 3.2 s on a reference machine.'],
}

export function aFrame(number: number, change: Readonly<Record<string, unknown>> = {}) {
  return RenderFrame.parse({
    number,
    state: 'done',
    machine_id: null,
    percent: null,
    render_s: 2,
    reference_s: 2,
    charged_micro_usd: 1_000,
    held_micro_usd: 0,
    bytes: 10,
    sha256: String(number).padStart(64, '0'),
    failures: 0,
    problem: null,
    approval: 'open',
    checked: 'by_form',
    ...change,
  })
}
