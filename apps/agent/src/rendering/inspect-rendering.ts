import { type Finding, ok, warn } from '../doctor/finding.ts'

/** The engine that renders scenes on this machine, as the driver finds it; or what is missing and the remedy. */
export type RenderingAnswer =
  | { engine: { driver: 'blender' | 'bpy'; program: string } }
  | { missing: string; remedy: string }

/** Returns a warning at most: without an engine a machine can host, but not render. */
export function inspectRendering(answer: RenderingAnswer): Finding {
  if ('missing' in answer) return warn('rendering', answer.missing, answer.remedy)
  const { driver, program } = answer.engine
  const name = driver === 'blender' ? program : `${program} with bpy`
  return ok('rendering', `${name}, sandboxed by bubblewrap`)
}
