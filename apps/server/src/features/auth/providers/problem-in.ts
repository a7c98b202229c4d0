import type { LoginProblem } from '@gridloom/contract/auth/login-provider'
import type { Ctx } from '../../../platform/ctx.ts'
import { ProviderFailure } from '../sign-in-methods/provider.ts'

/** The problem behind a provider's failure, which is logged for the operator; every other error is rethrown. */
export function problemIn(
  { log }: Pick<Ctx, 'log'>,
  provider: string,
  error: unknown,
): LoginProblem {
  if (!(error instanceof ProviderFailure)) throw error
  // The cause may hold claims about a user, so the log gets its words alone.
  log.warn(
    { event: 'sign_in_provider.failed', provider, problem: error.problem, why: error.message },
    'a sign-in provider failed',
  )
  return error.problem
}
