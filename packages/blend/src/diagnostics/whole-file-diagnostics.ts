import type { BlendFacts, SceneDiagnostic } from '@gridloom/contract/rendering/blend-facts'
import type { Simulation } from '../ids/findings.ts'

/** The newest Blender version whose files this reader was tested with. */
const newestKnown = '5.0'

/** Diagnoses scripts, drivers, simulations and the version of a file. */
export function diagnoseWholeFile(
  facts: BlendFacts,
  simulations: readonly Simulation[],
): SceneDiagnostic[] {
  return [...diagnoseScripts(facts), ...diagnoseUnbaked(simulations), ...diagnoseVersion(facts)]
}

function diagnoseScripts({ scripts, drivers }: BlendFacts): SceneDiagnostic[] {
  const diagnostics: SceneDiagnostic[] = []
  if (scripts.length > 0)
    diagnostics.push({
      level: 'warning',
      code: 'scripts_off',
      text: `Scripts are not run during rendering: ${listed(scripts)}. Anything they control, such as a rig, stays as saved.`,
    })
  if (drivers !== null && drivers > 0)
    diagnostics.push({
      level: 'warning',
      code: 'scripts_off',
      text: `${drivers === 1 ? 'One driver needs' : `${drivers} drivers need`} Python, which is not run during rendering. The driven values stay as saved.`,
    })
  return diagnostics
}

function diagnoseUnbaked(simulations: readonly Simulation[]): SceneDiagnostic[] {
  const unbaked = simulations.filter(({ baked }) => baked === 'no')
  if (unbaked.length === 0) return []
  const names = unbaked.map(({ owner, kind }) => `${owner} (${kind})`)
  return [
    {
      level: 'warning',
      code: 'unbaked',
      text: `Not baked: ${listed([...new Set(names)])}. Frames are rendered in any order on several machines, so the simulation would differ between frames. Bake it in Blender before uploading.`,
    },
  ]
}

function diagnoseVersion({ blender_version }: BlendFacts): SceneDiagnostic[] {
  if (Number(blender_version) <= Number(newestKnown)) return []
  return [
    {
      level: 'note',
      code: 'newer_blender',
      text: `Saved by Blender ${blender_version}. This check supports files up to Blender ${newestKnown} and may miss problems.`,
    },
  ]
}

/** At most ten names; the rest becomes a count. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => name.slice(0, 80))
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}
