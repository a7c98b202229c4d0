import { assertNever } from '@gridloom/domain/assert-never'
import type { Toolkit } from '../hardware/gpus/toolkit.ts'
import { RuntimeFailure } from '../runtime/failure.ts'

/** How the machine's cards get into containers, asked before each container that wants one. */
export type ReadToolkit = (signal: AbortSignal) => Promise<Toolkit>

/**
 * Lets a container have cards only where it cannot break out through what hands them over. Where there
 * is no toolkit, the engine itself says so at the start.
 * Errors: `RuntimeFailure` with `create_refused`.
 */
export function admitGpus(toolkit: Toolkit): void {
  switch (toolkit.kind) {
    case 'outdated': {
      const text =
        `The NVIDIA container toolkit of this machine (${toolkit.version}) lets containers break out. ` +
        'Its provider has to install 1.17.8 or newer before it can give GPUs.'
      throw new RuntimeFailure('create_refused', text)
    }
    case 'silent': {
      const text = 'The NVIDIA container toolkit of this machine does not say which version it is.'
      throw new RuntimeFailure('create_refused', text, { retry: 'later' })
    }
    case 'absent':
    case 'safe':
      return
    default:
      assertNever(toolkit)
  }
}
