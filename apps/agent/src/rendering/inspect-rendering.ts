import { type Finding, ok, warn } from '../doctor/finding.ts'

/** What renders scenes on this machine, as the driver finds it; or what is in the way, and what mends it. */
export type RenderingAnswer =
  | { engine: { driver: 'blender' | 'bpy'; program: string } }
  | { missing: string; remedy: string }

/** A machine hosts without it, and renders nothing. */
export function inspectRendering(answer: RenderingAnswer): Finding {
  if ('missing' in answer) return warn('rendering', answer.missing, answer.remedy)
  const { driver, program } = answer.engine
  const name = driver === 'blender' ? program : `${program} with bpy`
  return ok('rendering', `${name}, kept in by bubblewrap`)
}
