import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Execute } from '../../host/execute.ts'
import type { MissingPrerequisite } from '../../host/missing-prerequisite.ts'
import type { Engine } from './argv.ts'

export interface PreferredEngine {
  /** Path of Blender's program, if it is configured. */
  blender: string | undefined
  /** A Python that has the module `bpy`, if it is configured. */
  bpyPython: string | undefined
}

export type EngineFound = { engine: Engine } | MissingPrerequisite

const install = 'sudo apt-get install -y --no-install-recommends blender'
const notInstalled: MissingPrerequisite = {
  missing: 'Blender is not installed',
  remedy: `${install}, or set GRIDLOOM_BLENDER to the path of Blender, or GRIDLOOM_BPY_PYTHON to a Python with the module bpy`,
}

const programFolders = ['/usr/local/bin', '/usr/bin', '/bin']

/** Finds the engine: a configured one, else Blender, else a Python that has it as a module. */
export async function findRenderEngine(
  execute: Execute,
  { blender, bpyPython }: PreferredEngine,
  signal: AbortSignal,
): Promise<EngineFound> {
  if (blender !== undefined) return blenderAt(blender)
  if (bpyPython !== undefined) return bpyAt(execute, bpyPython, signal)
  const usual = programFolders.map((folder) => `${folder}/blender`).find(existsSync)
  if (usual !== undefined) return blenderAt(usual)
  const found = await bpyAt(execute, 'python3', signal)
  return 'engine' in found ? found : notInstalled
}

function blenderAt(path: string): EngineFound {
  if (!existsSync(path)) {
    return {
      missing: `GRIDLOOM_BLENDER: no program at ${path}`,
      remedy: `correct GRIDLOOM_BLENDER or ${install}`,
    }
  }
  const program = realpathSync(path)
  return { engine: { driver: 'blender', program, folders: foldersOf([dirname(program)]) } }
}

const PythonFacts = z.object({
  executable: z.string().startsWith('/'),
  folders: z.array(z.string().startsWith('/')),
  has_bpy: z.boolean(),
})

/** Finds the module without loading it: that is left to the sandbox. */
const question = `
import importlib.util, json, os, sys
spec = importlib.util.find_spec("bpy")
folders = [sys.prefix, sys.base_prefix] + ([os.path.dirname(spec.origin)] if spec and spec.origin else [])
print(json.dumps({"executable": sys.executable, "folders": folders, "has_bpy": spec is not None}))
`

async function bpyAt(execute: Execute, python: string, signal: AbortSignal): Promise<EngineFound> {
  const result = await execute([python, '-I', '-c', question], { timeoutMs: 20_000, signal })
  if (result.exitCode !== 0) {
    const why = result.failure === 'missing' ? 'not found' : result.stderr.trim().split('\n').at(-1)
    return {
      missing: `${python} ${why}`,
      remedy: 'set GRIDLOOM_BPY_PYTHON to a Python with the module bpy',
    }
  }
  const facts = PythonFacts.parse(JSON.parse(result.stdout))
  if (!facts.has_bpy) {
    return {
      missing: `${python} does not have the module bpy`,
      remedy: `${python} -m pip install bpy`,
    }
  }
  const folders = foldersOf(facts.folders.map((folder) => realpathSync(folder)))
  return { engine: { driver: 'bpy', program: facts.executable, folders } }
}

/** Returns the folders that the sandbox does not have anyway, without nested ones. */
function foldersOf(folders: readonly string[]): string[] {
  const own = [...new Set(folders)].filter(
    (folder) => !folder.startsWith('/usr/') && folder !== '/',
  )
  return own.filter((folder) => !own.some((other) => folder.startsWith(`${other}/`)))
}
