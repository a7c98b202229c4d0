import type { ChunkPartReport } from '@gridloom/contract/agent/rendering'
import type { RenderProblem, RenderProblemCode } from '@gridloom/contract/rendering/frame'

const wordsCharsMax = 2_000

/**
 * Returns a machine's problem as it is stored: our own text for its code, which is safe in reasons, notices and emails,
 * and separately the machine's text, which is always shown as a quotation.
 */
export function machineProblem({
  code,
  text,
}: NonNullable<ChunkPartReport['problem']>): RenderProblem {
  const said = text.trim().slice(0, wordsCharsMax)
  return { code, text: sentences[code], ...(said === '' ? {} : { machine_says: said }) }
}

/** The problem of a machine that failed without giving a reason. */
export const unsaidProblem: RenderProblem = {
  code: 'blender_failed',
  text: 'Blender failed on the machine, which gave no reason.',
}

const sentences: Readonly<Record<RenderProblemCode, string>> = {
  no_camera: 'The scene does not have this camera.',
  file_broken: 'The machine could not open the file.',
  blender_too_old: 'The machine’s Blender is too old for the file.',
  engine_missing: 'The machine does not have the render engine.',
  denoiser_missing: 'The machine does not have the denoiser.',
  out_of_memory: 'The machine ran out of memory.',
  gpu_failed: 'The machine’s GPU failed.',
  blender_crashed: 'Blender crashed on the machine.',
  blender_failed: 'Blender failed on the machine.',
  timed_out: 'The frame exceeded the time limit.',
  no_progress: 'Blender made no progress on the machine.',
  too_fast: 'It was delivered faster than it could have been rendered.',
  not_a_picture: 'The machine’s result is not a picture.',
  wrong_size: 'The picture has the wrong size.',
  black_picture: 'The picture is black.',
  check_failed: 'Another machine rendered a different picture.',
  scene_missing: 'The machine did not have the scene.',
  sandbox_missing: 'The machine can’t sandbox Blender.',
  machine_left: 'The machine went offline.',
  disk_full: 'The machine’s disk is full.',
  rented_out: 'The machine was rented.',
  rejected_by_owner: 'It was rejected.',
  merge_failed: 'The parts of the frame could not be merged.',
  not_accepted: 'It was not accepted in time.',
}
