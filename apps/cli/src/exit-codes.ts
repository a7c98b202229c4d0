import { ApiError, isAbort, NetworkError } from '@gridloom/client/api-error'
import type { ErrorCode } from '@gridloom/contract/errors'
import { CommanderError } from 'commander'
import { CancelledError, NotFoundError, UsageError, WaitedTooLongError } from './errors.ts'

/** The exit codes of the program. Scripts rely on these numbers. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  signedOut: 3,
  notFound: 4,
  payment: 5,
  conflict: 6,
  network: 7,
  notAllowed: 8,
  tooMany: 9,
  /** As for `timeout` of coreutils. */
  timedOutInside: 124,
  cancelled: 130,
} as const

/** Ends the program with an exit code that is not ours: that of a command in an instance. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith'
  readonly exitCode: number

  constructor(exitCode: number, text = '') {
    super(text)
    this.exitCode = exitCode
  }
}

/** The table in `--help`. */
export const exitCodeHelp = `
Exit codes:
  0    success
  1    error
  2    invalid usage or input
  3    not signed in
  4    not found, or no access
  5    insufficient balance
  6    conflict: not possible in the current state, or already taken
  7    server unreachable, or timed out
  8    not allowed
  9    rate limit or quota reached
  130  interrupted or aborted
  exec and shell exit with the exit code of the command (124: timed out).`

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  if (error instanceof ExitWith) return error.exitCode
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof NotFoundError) return exitCodes.notFound
  if (error instanceof WaitedTooLongError || error instanceof NetworkError) return exitCodes.network
  if (error instanceof CancelledError || isAbort(error)) return exitCodes.cancelled
  return error instanceof ApiError ? exitCodeOfRefusal(error) : exitCodes.failure
}

/** Refusals that signing in again resolves. */
const signInAgain: ReadonlySet<ErrorCode> = new Set([
  'credentials_wrong',
  'token_expired',
  'confirmation_required',
])

function exitCodeOfRefusal(error: ApiError): number {
  if (signInAgain.has(error.code)) return exitCodes.signedOut
  if (error.code === 'limit_reached') return exitCodes.tooMany
  switch (error.status) {
    case 400:
      return exitCodes.usage
    case 401:
      return exitCodes.signedOut
    case 402:
      return exitCodes.payment
    case 403:
      return exitCodes.notAllowed
    case 404:
      return exitCodes.notFound
    case 409:
      return exitCodes.conflict
    case 429:
      return exitCodes.tooMany
    case 503:
      return exitCodes.network
    default:
      return exitCodes.failure
  }
}
