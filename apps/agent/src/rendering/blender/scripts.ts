import { readFileSync } from 'node:fs'

/** The Python that runs inside Blender. */
export type ScriptName = 'worker' | 'probe' | 'canary'

/** Inserted by `pack/bundle.ts`, so that the packed agent needs no files beside it. */
declare const gridloomBlenderScripts: Readonly<Record<ScriptName, string>> | undefined

/** The text of a script. */
export function readBlenderScript(name: ScriptName): string {
  if (typeof gridloomBlenderScripts !== 'undefined') return gridloomBlenderScripts[name]
  return readFileSync(new URL(`./${name}.py`, import.meta.url), 'utf8')
}
