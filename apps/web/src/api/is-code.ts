import { ApiError } from '@gridloom/client/api-error'
import type { ErrorCode } from '@gridloom/contract/errors'

/** Whether a call failed with this error code. */
export function isCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code
}
