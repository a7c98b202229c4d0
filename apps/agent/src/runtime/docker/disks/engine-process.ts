import { readFile, readlink } from 'node:fs/promises'
import type { Execute } from '../../../host/execute.ts'
import { readTextIfThere } from '../../../host/files.ts'

/** Where Docker writes its process number, as a package and as a snap. */
const pidFiles = ['/run/docker.pid', '/run/snap.docker/docker.pid']
const runLimitMs = 60_000

/**
 * The engine as a process of this machine. Only what is mounted in its mount namespace reaches its
 * containers, and a service that systemd confines (`ProtectHome=` and its like) has another one, whose
 * mounts go nowhere. Source: systemd.exec(5), `MountFlags=`.
 */
export interface EngineProcess {
  /** A path as the engine sees it, as this process reaches it. */
  pathOf(path: string): string
  /** Runs a program among the engine's mounts. Errors: {@link CommandFailed}. */
  run(argv: readonly string[], signal: AbortSignal): Promise<void>
  /** Where something is mounted, as the engine sees it. */
  mountPoints(): Promise<ReadonlySet<string>>
}

/** A program of the system did not do as asked; the message is what it said. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** `undefined` where no Docker runs as a process that this one can see. */
export async function findEngineProcess(execute: Execute): Promise<EngineProcess | undefined> {
  for (const file of pidFiles) {
    const pid = (await readTextIfThere(file))?.trim() ?? ''
    if (!/^[1-9]\d*$/.test(pid) || !(await isDocker(pid))) continue
    const [ours, its] = await Promise.all([
      readlink('/proc/self/ns/mnt'),
      readlink(`/proc/${pid}/ns/mnt`),
    ])
    return engineProcess(execute, { pid, isShared: ours === its })
  }
  return undefined
}

async function isDocker(pid: string): Promise<boolean> {
  return (await readTextIfThere(`/proc/${pid}/comm`))?.trim() === 'dockerd'
}

function engineProcess(
  execute: Execute,
  { pid, isShared }: { pid: string; isShared: boolean },
): EngineProcess {
  const entering = isShared ? [] : ['nsenter', `--mount=/proc/${pid}/ns/mnt`, '--']
  return {
    pathOf: (path) => (isShared ? path : `/proc/${pid}/root${path}`),
    run: async (argv, signal) => {
      const done = await execute([...entering, ...argv], { timeoutMs: runLimitMs, signal })
      if (done.exitCode === 0) return
      signal.throwIfAborted()
      throw new CommandFailed(done.stderr.trim() || `${argv[0]}: ${done.failure ?? 'failed'}`)
    },
    mountPoints: async () => mountPointsIn(await readFile(`/proc/${pid}/mountinfo`, 'utf8')),
  }
}

/** The fifth field of each line. Source: proc_pid_mountinfo(5). */
export function mountPointsIn(mountinfo: string): ReadonlySet<string> {
  return new Set(mountinfo.split('\n').flatMap((line) => line.split(' ')[4] ?? []))
}
