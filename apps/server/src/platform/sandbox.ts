import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { findMeans, type RunTrial } from '@gridloom/domain/sandbox/find-means'
import {
  type SandboxMeans,
  type SandboxProfile,
  type SystemPath,
  seccompFd,
  systemPaths,
} from '@gridloom/domain/sandbox/sandbox-argv'

/** Confines a child process that reads untrusted files. */
export interface Sandbox {
  means: SandboxMeans
  system: readonly SystemPath[]
  seccomp: Uint8Array
}

export type SandboxFound = { kind: 'found'; sandbox: Sandbox } | { kind: 'missing'; why: string }

const trialMsMax = 10_000

/** Determines by trial how processes can be confined on this machine. */
export async function findSandbox(profile: SandboxProfile): Promise<SandboxFound> {
  const { platform, arch } = process
  if (platform !== 'linux') return { kind: 'missing', why: `there is no bubblewrap on ${platform}` }
  const isRoot = process.getuid?.() === 0
  const system = readSystemPaths()
  const found = await findMeans(runTrial, { isRoot, arch, system, profile })
  switch (found.kind) {
    case 'found':
      return { kind: 'found', sandbox: { means: found.means, seccomp: found.seccomp, system } }
    case 'refused':
      return { kind: 'missing', why: `bubblewrap may make no namespaces here (${found.reason})` }
    case 'not_installed':
      return { kind: 'missing', why: 'bubblewrap is not installed' }
    case 'unknown_processor':
      return { kind: 'missing', why: `there is no filter of system calls for ${arch}` }
  }
}

/** Writes a child's system call filter to a pipe that it was started with. */
export function giveSeccomp(child: ChildProcess, program: Uint8Array): void {
  const pipe = child.stdio[seccompFd]
  if (!(pipe instanceof Writable)) return
  // @NOTE when the child could not be started, its exit reports why
  pipe.on('error', () => undefined)
  pipe.end(program)
}

function readSystemPaths(): SystemPath[] {
  return systemPaths
    .filter((path) => existsSync(path))
    .map((path) => ({
      path,
      linksTo: lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined,
    }))
}

const runTrial: RunTrial = async ([program = '', ...words], seccomp) => {
  const child = spawn(program, words, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: trialMsMax,
    killSignal: 'SIGKILL',
  })
  giveSeccomp(child, seccomp ?? new Uint8Array())
  const { promise, resolve } = Promise.withResolvers<number | null | 'not_installed'>()
  child.once('error', () => resolve('not_installed')).once('close', resolve)
  const said = await Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  )
  const [stdout = '', stderr = ''] = said
  const ended = await promise
  if (ended === 'not_installed') return { kind: ended, exitCode: null, stdout, stderr }
  return { kind: 'ended', exitCode: ended, stdout, stderr }
}
