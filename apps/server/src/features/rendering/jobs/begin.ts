import { Refused } from '@gridloom/contract/errors'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import {
  problemsOf,
  samplesInFile,
  whyNotRenderable,
} from '@gridloom/domain/rendering/check-settings'
import { readFrameList } from '@gridloom/domain/rendering/frame-list'
import { type PartExtent, splitFrame } from '@gridloom/domain/rendering/frame-parts'
import type { Tx } from '../../../platform/ctx.ts'
import { keepScene } from '../frames/scene-of.ts'
import type { JobRow } from '../schema.ts'

/** The frames of a job and their parts, as it starts. */
export interface JobStart {
  readonly numbers: readonly number[]
  readonly parts: readonly PartExtent[]
}

/**
 * Derives the frames from the settings, and locks the scene against removal.
 * @throws Refused `not_found` (the scene was removed), `scene_broken`, `invalid_input` by field
 */
export async function beginningOf(tx: Tx, job: JobRow): Promise<JobStart> {
  const { contents } = await keepScene(tx, job)
  const { settings } = job
  const why = whyNotRenderable(settings)
  if (why !== null) throw new Refused('scene_broken', { details: { why } })
  refuseProblems(problemsOf(settings, contents))
  const { frames } = readFrameList(settings.frames, settings.step)
  return { numbers: frames ?? [], parts: splitFrame(settings, samplesInFile(settings, contents)) }
}

/** Refuses invalid settings. @throws Refused `invalid_input`, naming each of them */
export function refuseProblems(problems: Readonly<Partial<Record<keyof RenderSettings, string>>>) {
  const wrong = Object.entries(problems)
  if (wrong.length === 0) return
  const fields = Object.fromEntries(wrong.map(([name, text]) => [`settings.${name}`, text]))
  throw new Refused('invalid_input', { fields })
}
