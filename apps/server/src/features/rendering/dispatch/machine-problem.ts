import type { PieceReport } from '@gridloom/contract/agent/rendering'
import type { RenderProblem, RenderProblemCode } from '@gridloom/contract/rendering/frame'

const wordsCharsMax = 2_000

/**
 * A machine's problem as it is kept: our sentence for its code, which may stand in reasons, notices and mails, and beside it
 * the machine's own words, which are shown marked as what they are.
 */
export function machineProblem({ code, text }: NonNullable<PieceReport['problem']>): RenderProblem {
  const said = text.trim().slice(0, wordsCharsMax)
  return { code, text: sentences[code], ...(said === '' ? {} : { machine_says: said }) }
}

/** As of a machine that failed and told nothing. */
export const unsaidProblem: RenderProblem = {
  code: 'blender_failed',
  text: 'Blender failed on the machine, which gave no reason.',
}

const sentences: Readonly<Record<RenderProblemCode, string>> = {
  no_camera: 'The scene has no such camera.',
  file_broken: 'The machine could not open the file.',
  blender_too_old: 'The Blender of the machine is too old for the file.',
  engine_missing: 'The machine lacks the render engine.',
  denoiser_missing: 'The machine lacks the denoiser.',
  out_of_memory: 'The machine did not have memory enough.',
  gpu_failed: 'The GPU of the machine failed.',
  blender_crashed: 'Blender crashed on the machine.',
  blender_failed: 'Blender failed on the machine.',
  timed_out: 'It took longer than a frame may.',
  no_progress: 'Blender made no progress on the machine.',
  too_fast: 'It came sooner than it can have been rendered.',
  not_a_picture: 'What the machine made is no picture.',
  wrong_size: 'What the machine made has another size.',
  black_picture: 'What the machine made is black.',
  check_failed: 'Another machine made another picture of it.',
  scene_missing: 'The machine did not have the scene.',
  sandbox_missing: 'The machine cannot keep Blender in.',
  machine_left: 'The machine left.',
  disk_full: 'The disk of the machine is full.',
  rented_out: 'The machine was rented out.',
  rejected_by_owner: 'It was rejected.',
  merge_failed: 'The parts of the frame could not be put together.',
  not_accepted: 'It was not accepted in time.',
}
