import { assertNever } from '@gridloom/domain/assert-never'
import type { Toolkit } from '../hardware/gpus/toolkit.ts'
import { RuntimeFailure } from '../runtime/failure.ts'

/** Reads the state of the toolkit that passes GPUs to containers, before each container with a GPU. */
export type ReadToolkit = (signal: AbortSignal) => Promise<Toolkit>

/**
 * Allows GPUs in a container only where it cannot break out through the toolkit. Where there is no toolkit, the
 * engine itself reports that at the start.
 * Errors: `RuntimeFailure` with `create_refused`.
 */
export function admitGpus(toolkit: Toolkit): void {
  switch (toolkit.kind) {
    case 'outdated': {
      const text =
        `The NVIDIA Container Toolkit of this machine (${toolkit.version}) allows container escapes. ` +
        'The provider must install 1.17.8 or newer before the machine can provide GPUs.'
      throw new RuntimeFailure('create_refused', text)
    }
    case 'silent': {
      const text = 'The NVIDIA Container Toolkit of this machine does not report its version.'
      throw new RuntimeFailure('create_refused', text, { retry: 'later' })
    }
    case 'absent':
    case 'safe':
      return
    default:
      assertNever(toolkit)
  }
}
