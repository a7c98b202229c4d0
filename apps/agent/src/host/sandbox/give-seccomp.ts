import type { ChildProcess } from 'node:child_process'
import { Writable } from 'node:stream'
import { seccompFd } from '@gridloom/domain/sandbox/sandbox-argv'

/** Gives a child its filter of system calls, at a pipe that it was started with. */
export function giveSeccomp(child: ChildProcess, program: Uint8Array): void {
  const pipe = child.stdio[seccompFd]
  if (!(pipe instanceof Writable)) return
  // @NOTE a child that could not be started, or needs none: its end says what there is to say
  pipe.on('error', () => undefined)
  pipe.end(program)
}
