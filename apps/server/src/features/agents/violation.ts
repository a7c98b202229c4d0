import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { FloodDetected } from '../../platform/agent-link/meter.ts'
import { BadLine } from '../../platform/agent-link/ndjson.ts'

/** Why the server ended a machine's connection: it exceeded a limit, or sent a message that is not in the protocol. */
export type ProtocolViolation = 'flood' | 'bad_message'

export type ViolationListener = (
  machineId: MachineId,
  violation: ProtocolViolation,
) => Promise<void>

/**
 * Returns the violation that ended a connection, if any; `ended` aborts with its end, and `failure` is the error of
 * reading its reports.
 */
export function violationIn(ended: AbortSignal, failure: unknown): ProtocolViolation | undefined {
  if (ended.reason instanceof FloodDetected) return 'flood'
  if (failure instanceof Refused && failure.cause instanceof BadLine) return 'bad_message'
  return undefined
}
