import type { SceneBlend, SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderEstimate, RenderJob } from '@gridloom/contract/rendering/job'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatUsd } from '@gridloom/domain/money-format'
import { writeFrames } from '@gridloom/domain/rendering/frame-list'
import { formatTime } from './format.ts'
import type { Draw } from './output.ts'
import { jobTone } from './render-table.ts'

/** The contents of a file, and what a user should know before it is uploaded. */
export function contentsText(contents: SceneContents, fileName: string): string {
  const zip = contents.kind === 'zip' ? [`${fileName}: ${contents.files} files`] : []
  return [...zip, ...contents.blends.flatMap(blendLines)].join('\n')
}

function blendLines({ path, facts, diagnostics }: SceneBlend): string[] {
  const scene =
    facts.scenes.find(({ name }) => name === facts.active_scene) ?? facts.scenes[0] ?? undefined
  const size =
    scene?.width == null || scene.height == null ? [] : [`${scene.width} × ${scene.height}`]
  const range = scene === undefined ? [] : [`frames ${scene.frame_start}–${scene.frame_end}`]
  const engine = scene?.engine == null ? [] : [scene.engine]
  const words = [`Blender ${facts.blender_version}`, ...engine, ...range, ...size]
  return [
    `${path}: ${words.join(', ')}, ${formatBytes(facts.size_bytes)}`,
    ...diagnostics.map(({ level, text }) => `  ${level}: ${text}`),
  ]
}

/** The estimated cost and time of the remaining frames, and their basis. */
export function estimateText(estimate: RenderEstimate): string {
  const { low_micro_usd: low, high_micro_usd: high, wall_s: wallS } = estimate
  const time = wallS === null ? '' : `, about ${formatDuration(wallS)}`
  const range = `${formatUsd(low)} to ${formatUsd(high)}`
  return [
    `Estimate for ${estimate.frames} frames: ${formatUsd(estimate.expected_micro_usd)} (${range})${time}`,
    ...estimate.reasons.map((reason) => `  ${reason}`),
  ].join('\n')
}

/** All details of one job. */
export function jobFacts(draw: Draw, job: RenderJob, failed: readonly number[]): string {
  const { settings, reason, estimate } = job
  const pixels = `${settings.width} × ${settings.height} at ${settings.percentage} %`
  return draw.facts([
    ['Job', job.taskId],
    ['File', job.fileName],
    ['State', draw.paint(job.state, jobTone(job))],
    ...(reason === null ? [] : [['Reason', `${reason.text} (${reason.code})`] as const]),
    ['Frames', `${settings.frames}${settings.step > 1 ? `, every ${settings.step}` : ''}`],
    ['Done', `${job.frames_done} of ${job.frames_total}`],
    ...(job.frames_held === 0 ? [] : [['Awaiting approval', heldText(job)] as const]),
    ...(failed.length === 0 ? [] : [['Failed', writeFrames(failed)] as const]),
    ['Picture', `${pixels}, ${settings.format}`],
    ['Engine', `${settings.engine}, ${samplesText(job)}`],
    ['Active machines', String(job.machines_now)],
    ...(job.eta_s === null ? [] : [['Left', formatDuration(job.eta_s)] as const]),
    ['Cost so far', formatUsd(job.charged_micro_usd)],
    ['Budget', formatUsd(job.budget_micro_usd)],
    ...(job.frame_micro_usd_max === null
      ? []
      : [['Max price per frame', formatUsd(job.frame_micro_usd_max)] as const]),
    ...(estimate === null ? [] : [['Estimate', formatUsd(estimate.expected_micro_usd)] as const]),
    ['Created', formatTime(job.created_at)],
    ['Ended', formatTime(job.finished_at)],
  ])
}

function heldText({ frames_held: held, frames_held_micro_usd: cost }: RenderJob): string {
  const frames = held === 1 ? '1 frame' : `${held} frames`
  return `${frames} for ${formatUsd(cost)} could not be verified automatically. Review: gridloom renders accept`
}

function samplesText({ settings: { samples, denoise } }: RenderJob): string {
  const count = samples === null ? 'samples from the file' : `${samples} samples`
  return denoise ? `${count}, denoised` : count
}
