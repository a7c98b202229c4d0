import { isAtLeast, versionIn } from '../host/version.ts'
import { keyFileMode } from '../identity/key.ts'
import { type Finding, missing, ok, warn } from './finding.ts'

const nodeVersionMin = [24]
const diskFreeGbMin = 10
const memoryMibMin = 1_024

export function inspectNode(version: string): Finding {
  if (isAtLeast(versionIn(version) ?? [], nodeVersionMin)) return ok('Node.js', version)
  const remedy =
    'start the agent with script/agent, which uses Node.js 24 (installed by script/bootstrap)'
  return missing('Node.js', `${version} is too old; 24 or newer is required`, remedy)
}

export function inspectDisk(freeGb: number, folder: string): Finding {
  const text = `${freeGb} GB free on ${folder}`
  if (freeGb >= diskFreeGbMin) return ok('disk', text)
  const remedy = `free up disk space to at least ${diskFreeGbMin} GB, for example with: docker image prune -a`
  return missing('disk', text, remedy)
}

export function inspectMemory(memoryMib: number): Finding {
  const text = `${memoryMib} MiB`
  if (memoryMib >= memoryMibMin) return ok('memory', text)
  return warn('memory', text, `at least ${memoryMibMin} MiB is recommended for instances`)
}

export function inspectDataDir(dataDir: string, isWritable: boolean): Finding {
  if (isWritable) return ok('data folder', dataDir)
  const remedy = `sudo install -d -o "$(id -un)" -m 0700 ${dataDir}\nor set GRIDLOOM_AGENT_DATA`
  return missing('data folder', `${dataDir} is not writable`, remedy)
}

/** `mode` is undefined where the machine has no key yet. On Windows the folder's permissions protect it, not a mode. */
export function inspectKey(
  path: string,
  mode: number | undefined,
  platform: NodeJS.Platform,
): Finding {
  if (mode === undefined) {
    const remedy =
      'gridloom agent enrol --server URL --token-file FILE (create the token on the Machines page)'
    return warn('key', 'this machine is not enrolled yet', remedy)
  }
  if (platform === 'win32') return ok('key', path)
  const octal = mode.toString(8).padStart(4, '0')
  if (mode === keyFileMode) return ok('key', `${path}, mode ${octal}`)
  const remedy = `chmod 600 ${path}\nif someone else may have read the key, enrol again with --force`
  return missing('key', `${path} is readable by other users (mode ${octal})`, remedy)
}
