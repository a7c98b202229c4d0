import { type SandboxAsked, sandboxArgv } from '@gridloom/domain/sandbox/sandbox-argv'
import type { Sandbox } from './find-sandbox.ts'

/** What a sandboxed program is given: see `SandboxAsked`. */
export type EntryAsked = Omit<SandboxAsked, 'means' | 'system'> & { memoryMibMax: number }

/** A sandbox that is ready for its program. It is left once the program has ended. */
export interface Entry {
  /** To be run by our own user, with {@link seccomp} at `seccompFd`. */
  argv: readonly string[]
  seccomp: Uint8Array
  ranOutOfMemory(): boolean
  leave(): Promise<void>
}

const bytesPerMib = 1024 * 1024
/** The agent counts what is resident, the kernel what files in memory take as well. */
const besidesMib = 64

/** Makes what bounds one program, and the words that run it there. */
export function enterSandbox(sandbox: Sandbox, { memoryMibMax, ...asked }: EntryAsked): Entry {
  const { means, system, seccomp, cgroups } = sandbox
  const argv = sandboxArgv({ ...asked, means, system })
  const group = cgroups?.make({
    memoryBytesMax: (memoryMibMax + besidesMib) * bytesPerMib,
    processesMax: asked.profile.processesMax,
  })
  return {
    argv: group === undefined ? argv : [...joinWords(group.joinFiles), ...argv],
    seccomp,
    ranOutOfMemory: () => group?.ranOutOfMemory() ?? false,
    leave: async () => group?.[Symbol.asyncDispose](),
  }
}

/** A shell that joins the groups and becomes the program: from its first moment on it is in them. */
function joinWords(joinFiles: readonly string[]): string[] {
  const join = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"'
  return ['sh', '-c', join, 'sh', ...joinFiles, '--']
}
