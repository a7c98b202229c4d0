import { spawn } from 'node:child_process'
import { endGroup, hasGroups } from '../../../host/end-group.ts'
import type { Execute } from '../../../host/execute.ts'

const versionLimitMs = 5_000
const errorBytesMax = 4_096

/** Names, owners, times and all attributes; the same folder gives the same bytes. Source: tar(1), GNU tar 1.34. */
const options = [
  '--create',
  '--format=posix',
  '--sort=name',
  '--numeric-owner',
  '--xattrs',
  '--xattrs-include=*',
  '--pax-option=delete=atime,delete=ctime,exthdr.name=%d/PaxHeaders/%f',
  '--blocking-factor=512',
]

/** Thrown when a folder could not be read whole; the message is for the log. */
export class FolderUnreadable extends Error {
  override readonly name = 'FolderUnreadable'
}

/** Returns why this machine's tar cannot archive a layer; `undefined` if it can. */
export async function tarObstacle(
  execute: Execute,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { stdout } = await execute(['tar', '--version'], { timeoutMs: versionLimitMs, signal })
  return stdout.includes('GNU tar') ? undefined : 'GNU tar is not installed'
}

/**
 * Archives a folder, at the reader's pace. `inside` returns the command that runs a program where the folder is seen.
 * @throws FolderUnreadable
 */
export async function* readFolder(
  inside: (argv: readonly string[]) => readonly string[],
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const [program = '', ...words] = inside(['tar', ...options, '--directory', folder, '.'])
  const child = spawn(program, words, {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  })
  const said: Buffer[] = []
  let saidBytes = 0
  child.stderr.on('data', (bytes: Buffer) => {
    if (saidBytes < errorBytesMax) said.push(bytes)
    saidBytes += bytes.length
  })
  const ended = Promise.withResolvers<number | null>()
  child.once('error', ended.reject)
  child.once('close', ended.resolve)
  // @NOTE who reads the archive gets the failure below
  ended.promise.catch(() => undefined)
  const stop = () => endGroup(child)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    for await (const bytes of child.stdout) if (bytes instanceof Uint8Array) yield bytes
    const code = await ended.promise
    signal.throwIfAborted()
    if (code === 0) return
    throw new FolderUnreadable(Buffer.concat(said).toString().slice(0, errorBytesMax).trim())
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
