import { RequestId } from '@gridloom/contract/agent/call'
import type { Log } from '../host/log.ts'

/** A call of the control plane, as it is logged. */
export interface CallOrigin {
  path: string
  /** The request of a user that caused it, where one did. */
  requestId: string | undefined
}

/** What became of the calls on a connection. */
export interface CallLog {
  answered(origin: CallOrigin): void
  /** For another reason than a refusal. */
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

/** The id of a request as it came over the connection; `undefined` where it is none that we write into our log. */
export function requestIdOf(sent: unknown): string | undefined {
  return sent === undefined ? undefined : RequestId.safeParse(sent).data
}
