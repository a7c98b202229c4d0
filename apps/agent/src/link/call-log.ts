import { requestIdPattern } from '@gridloom/contract/agent/call'
import type { Log } from '../host/log.ts'

/** A call of the control plane, as it is logged. */
export interface CallOrigin {
  path: string
  /** Id of the user's request that caused the call, if any. */
  requestId: string | undefined
}

/** Logs the outcome of the calls on a connection. */
export interface CallLog {
  answered(origin: CallOrigin): void
  /** Called for a failure that is not a refusal. */
  failed(origin: CallOrigin, cause: unknown): void
}

export function createCallLog(log: Log): CallLog {
  return {
    answered: ({ path, requestId: request_id }) =>
      log.debug({ event: 'call.answered', path, request_id }, 'a call was answered'),
    failed: ({ path, requestId: request_id }, cause) =>
      log.error({ event: 'call.failed', path, request_id, err: cause }, 'call failed'),
  }
}

/**
 * Returns the request id that came with a call; `undefined` if it is missing or malformed, as it is written to our log.
 */
export function requestIdOf(sent: unknown): string | undefined {
  return typeof sent === 'string' && requestIdPattern.test(sent) ? sent : undefined
}
