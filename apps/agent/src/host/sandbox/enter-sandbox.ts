import { type SandboxOptions, sandboxArgv } from '@gridloom/domain/sandbox/sandbox-argv'
import type { Sandbox } from './find-sandbox.ts'

/** The inputs of a sandboxed program, see `SandboxOptions`. */
export type SandboxEntryOptions = Omit<SandboxOptions, 'means' | 'system'> & {
  memoryMibMax: number
}

/** A sandbox that is ready for its program. Call `leave` once the program has ended. */
export interface Entry {
  /** The command line to run as the agent's own user, with {@link seccomp} at `seccompFd`. */
  argv: readonly string[]
  seccomp: Uint8Array
  ranOutOfMemory(): boolean
  leave(): Promise<void>
}

const bytesPerMib = 1024 * 1024
/** Added to the kernel's limit: the agent counts resident memory only, the kernel also files in memory. */
const besidesMib = 64

/** Creates the group that limits one program, and the command line that runs the program in the sandbox. */
export function enterSandbox(
  sandbox: Sandbox,
  { memoryMibMax, ...asked }: SandboxEntryOptions,
): Entry {
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

/** A shell that joins the groups and then becomes the program, so that the program is in them from its start. */
function joinWords(joinFiles: readonly string[]): string[] {
  const join = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"'
  return ['sh', '-c', join, 'sh', ...joinFiles, '--']
}
