import type { ReasonCode } from '@gridloom/contract/instances/instance'

export interface RuntimeFailureOptions {
  /** `later` for problems that may pass by themselves; `never` if trying again cannot help. */
  retry?: 'later' | 'never'
  exitCode?: number
  cause?: unknown
}

/** A failure of the engine, as a reason that the renter may read. */
export class RuntimeFailure extends Error {
  override readonly name = 'RuntimeFailure'
  readonly code: ReasonCode
  readonly retry: 'later' | 'never'
  readonly exitCode: number | null

  constructor(code: ReasonCode, text: string, options: RuntimeFailureOptions = {}) {
    super(text, { cause: options.cause })
    this.code = code
    this.retry = options.retry ?? 'never'
    this.exitCode = options.exitCode ?? null
  }
}

/** Returns the failure of an engine that did not answer: it may be restarting, so the step is worth another try. */
export function engineUnreachable(cause: unknown): RuntimeFailure {
  const text = 'The container engine of the machine is not responding.'
  return new RuntimeFailure('engine_unreachable', text, { retry: 'later', cause })
}

/**
 * Thrown by the start of a container that can never start again, as something removed what held its network. A new one
 * on its disk can.
 */
export class NetworkGone extends RuntimeFailure {
  constructor(cause: unknown) {
    const text = 'The network of the container was removed outside Gridloom.'
    super('start_failed', text, { retry: 'later', cause })
  }
}
