import type { LoginProblem } from '@gridloom/contract/auth/login-provider'
import type { Ctx } from '../../../platform/ctx.ts'
import { ProviderFailure } from '../sign-in-methods/provider.ts'

/** Returns the problem behind a provider failure and logs it for the operator. Rethrows every other error. */
export function problemIn(
  { log }: Pick<Ctx, 'log'>,
  provider: string,
  error: unknown,
): LoginProblem {
  if (!(error instanceof ProviderFailure)) throw error
  // Only the message is logged, as the cause may contain claims about the user.
  log.warn(
    { event: 'sign_in_provider.failed', provider, problem: error.problem, why: error.message },
    'a sign-in provider failed',
  )
  return error.problem
}
