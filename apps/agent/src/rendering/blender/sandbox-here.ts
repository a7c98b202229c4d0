import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import type { Execute } from '../../host/execute.ts'
import type { Lack } from './lack.ts'
import {
  type GpuNode,
  type SandboxMode,
  type SystemPath,
  sandboxArgv,
  systemPaths,
} from './sandbox.ts'

/** What of {@link systemPaths} this machine has. */
export function readSystemPaths(): SystemPath[] {
  return systemPaths
    .filter((path) => existsSync(path))
    .map((path) => ({
      path,
      linksTo: lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined,
    }))
}

/** The device nodes of GPUs that are there: NVIDIA's, AMD's, and those of rendering in general. */
export function readGpuNodes(folder = '/dev'): GpuNode[] {
  const names = readdirSync(folder).filter((name) => /^(nvidia(\d+|ctl|-.+)|kfd)$/.test(name))
  const dri = existsSync(`${folder}/dri`) ? readdirSync(`${folder}/dri`) : []
  const render = dri.filter((name) => /^renderD\d+$/.test(name)).map((name) => `dri/${name}`)
  return [...names, ...render].map((name) => {
    const path = `${folder}/${name}`
    return { path, groupId: statSync(path).gid }
  })
}

export type SandboxFound = { mode: SandboxMode } | Lack

const notInstalled: Lack = {
  missing: 'bubblewrap is not installed, and scenes are rendered in nothing less',
  remedy: 'sudo apt-get install -y --no-install-recommends bubblewrap',
}
const allow =
  'run the agent as root, or allow namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1 (older Debian), sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04 and later)'

/** Tries how Blender can be kept in, the stronger way first. */
export async function findSandbox(
  execute: Execute,
  { isRoot, signal }: { isRoot: boolean; signal: AbortSignal },
): Promise<SandboxFound> {
  const modes: SandboxMode[] = isRoot ? ['as_root', 'user_namespace'] : ['user_namespace']
  let reason = ''
  for (const mode of modes) {
    const tried = await execute(trial(mode), { timeoutMs: 10_000, signal })
    if (tried.failure === 'missing') return notInstalled
    if (tried.exitCode === 0 && tried.stdout.trim() === '65534') return { mode }
    reason = tried.stderr.trim().split('\n')[0] ?? ''
  }
  return { missing: `bubblewrap may not make namespaces here (${reason})`, remedy: allow }
}

function trial(mode: SandboxMode): string[] {
  return sandboxArgv({
    mode,
    system: readSystemPaths(),
    engineFolders: [],
    readOnly: {},
    writable: undefined,
    gpuNodes: [],
    tmpBytesMax: 1024 * 1024,
    argv: ['id', '-u'],
  })
}
