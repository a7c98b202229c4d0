import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import {
  CancelledError,
  FailedError,
  NotFoundError,
  UsageError,
  WaitedTooLongError,
} from './errors.ts'
import { ExitWith, exitCodeOf } from './exit-codes.ts'

describe('exitCodeOf', () => {
  it.each([
    ['internal', 1],
    ['forbidden', 8],
    ['scope_missing', 8],
    ['account_suspended', 8],
    ['confirmation_required', 3],
    ['too_many_requests', 9],
    ['limit_reached', 9],
    ['invalid_input', 2],
    ['unauthorized', 3],
    ['credentials_wrong', 3],
    ['not_found', 4],
    ['insufficient_funds', 5],
    ['state_conflict', 6],
    ['offer_taken', 6],
    ['label_taken', 6],
    ['not_ready', 7],
  ] as const)('maps the error code %s to the documented %d', (code, exitCode) => {
    expect(exitCodeOf(refusal(code))).toBe(exitCode)
  })

  it.each([
    [new UsageError('x'), 2],
    [new NotFoundError('x'), 4],
    [new FailedError('x'), 1],
    [new WaitedTooLongError('x'), 7],
    [new NetworkError('timeout'), 7],
    [new CancelledError('x'), 130],
    [new DOMException('x', 'AbortError'), 130],
    [new ExitWith(42), 42],
    ['a string', 1],
  ])('maps %s as documented', (error, exitCode) => {
    expect(exitCodeOf(error)).toBe(exitCode)
  })
})

function refusal(code: ErrorCode): ApiError {
  return new ApiError({ code, status: errorCodes[code].status, text: '' })
}
