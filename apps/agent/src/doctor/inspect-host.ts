import { isAtLeast, versionIn } from '../host/version.ts'
import { keyFileMode } from '../identity/key.ts'
import { type Finding, missing, ok, warn } from './finding.ts'

const nodeVersionMin = [24]
const diskFreeGbMin = 10
const memoryMibMin = 1_024

export function inspectNode(version: string): Finding {
  if (isAtLeast(versionIn(version) ?? [], nodeVersionMin)) return ok('Node.js', version)
  const remedy =
    'run the agent by script/agent, which finds Node.js 24 (script/bootstrap installs it)'
  return missing('Node.js', `${version} is too old, 24 or newer is needed`, remedy)
}

export function inspectDisk(freeGb: number, folder: string): Finding {
  const text = `${freeGb} GB free on ${folder}`
  if (freeGb >= diskFreeGbMin) return ok('disk', text)
  const remedy = `make room: at least ${diskFreeGbMin} GB, e.g. docker image prune -a`
  return missing('disk', text, remedy)
}

export function inspectMemory(memoryMib: number): Finding {
  const text = `${memoryMib} MiB`
  if (memoryMib >= memoryMibMin) return ok('memory', text)
  return warn('memory', text, `instances need some: ${memoryMibMin} MiB or more is sensible`)
}

export function inspectDataDir(dataDir: string, isWritable: boolean): Finding {
  if (isWritable) return ok('data folder', dataDir)
  const remedy = `sudo install -d -o "$(id -un)" -m 0700 ${dataDir}\nor set GRIDLOOM_AGENT_DATA`
  return missing('data folder', `${dataDir} cannot be written`, remedy)
}

/** `mode` is undefined where the machine has no key yet. On Windows the folder's permissions protect it, not a mode. */
export function inspectKey(
  path: string,
  mode: number | undefined,
  platform: NodeJS.Platform,
): Finding {
  if (mode === undefined) {
    const remedy =
      'gridloom agent enrol --server URL --token-file FILE (the token is on the Machines page)'
    return warn('key', 'none yet: this machine is not enrolled', remedy)
  }
  if (platform === 'win32') return ok('key', path)
  const octal = mode.toString(8).padStart(4, '0')
  if (mode === keyFileMode) return ok('key', `${path}, mode ${octal}`)
  const remedy = `chmod 600 ${path}\nwho could read it can pose as this machine: enrol again with --force if in doubt`
  return missing('key', `${path} has mode ${octal}: others may read it`, remedy)
}
