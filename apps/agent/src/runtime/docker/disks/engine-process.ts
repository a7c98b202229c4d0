import { readFile, readlink } from 'node:fs/promises'
import type { Execute } from '../../../host/execute.ts'
import { readTextIfThere } from '../../../host/files.ts'

/** The files with Docker's process id, installed as a package and as a snap. */
const pidFiles = ['/run/docker.pid', '/run/snap.docker/docker.pid']
const runLimitMs = 60_000

/**
 * The engine as a process of this machine. Only mounts in its mount namespace reach its containers, and a service that
 * systemd confines (`ProtectHome=` and similar options) has a namespace of its own, whose mounts are not propagated.
 * Source: systemd.exec(5), `MountFlags=`.
 */
export interface EngineProcess {
  /** Returns the path by which this process reaches a path of the engine. */
  pathOf(path: string): string
  /** Runs a program in the engine's mount namespace. Errors: {@link CommandFailed}. */
  run(argv: readonly string[], signal: AbortSignal): Promise<void>
  /** Returns the command that runs a program in the engine's mount namespace. */
  inside(argv: readonly string[]): readonly string[]
  /** Returns the mount points that the engine sees. */
  mountPoints(): Promise<ReadonlySet<string>>
}

/** Thrown when a program of the system failed; the message is its error output. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** Finds the engine's process; `undefined` if no Docker runs as a process that this one can see. */
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
    inside: (argv) => [...entering, ...argv],
    run: async (argv, signal) => {
      const done = await execute([...entering, ...argv], { timeoutMs: runLimitMs, signal })
      if (done.exitCode === 0) return
      signal.throwIfAborted()
      throw new CommandFailed(done.stderr.trim() || `${argv[0]}: ${done.failure ?? 'failed'}`)
    },
    mountPoints: async () => mountPointsIn(await readFile(`/proc/${pid}/mountinfo`, 'utf8')),
  }
}

/** Returns the fifth field of each line. Source: proc_pid_mountinfo(5). */
export function mountPointsIn(mountinfo: string): ReadonlySet<string> {
  return new Set(mountinfo.split('\n').flatMap((line) => line.split(' ')[4] ?? []))
}
