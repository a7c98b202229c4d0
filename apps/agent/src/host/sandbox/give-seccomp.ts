import type { ChildProcess } from 'node:child_process'
import { Writable } from 'node:stream'
import { seccompFd } from '@gridloom/domain/sandbox/sandbox-argv'

/** Writes the filter of system calls into the pipe that the child was started with. */
export function giveSeccomp(child: ChildProcess, program: Uint8Array): void {
  const pipe = child.stdio[seccompFd]
  if (!(pipe instanceof Writable)) return
  // @NOTE the child could not be started or reads no filter: its own end reports the reason
  pipe.on('error', () => undefined)
  pipe.end(program)
}
