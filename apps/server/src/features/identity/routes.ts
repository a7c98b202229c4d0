import { api } from '@gridloom/contract/api'
import { Refused } from '@gridloom/contract/errors'
import type { Routes } from '../../platform/http/routes.ts'
import { enterAccessCode } from './enter-access-code.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import type { IdentityCtx, Origin } from './ports.ts'
import { readDetails } from './read-details.ts'
import { refreshToken } from './refresh-token.ts'
import { register } from './register.ts'

/** Mounts the contract's `identity` area. */
export function identityRoutes(routes: Routes<IdentityCtx>): void {
  const { identity } = api
  routes.on(identity.captchaChallenge, (ctx, { query }) => ctx.captcha.challenge(query.action))
  routes.on(identity.register, (ctx, input) => register(ctx, input.body, originOf(input)))
  routes.on(identity.login, (ctx, input) => logIn(ctx, input.body, originOf(input)))
  routes.on(identity.refresh, async (ctx, input) => {
    const token = await refreshToken(ctx, bearerOf(input))
    return { status: 'success' as const, token }
  })
  routes.on(identity.logout, async (ctx) => {
    await logOut(ctx)
    return {}
  })
  routes.on(identity.details, (ctx) => readDetails(ctx))
  routes.on(identity.enterAccessCode, (ctx, input) =>
    enterAccessCode(ctx, { code: input.body.referral_code, token: bearerOf(input) }),
  )
}

interface Headers {
  header(name: string): string | undefined
}

function originOf({ address, header }: Headers & { address: string }): Origin {
  return { address, userAgent: header('user-agent') }
}

function bearerOf({ header }: Headers): string {
  const token = /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1]
  if (token === undefined) throw new Refused('unauthorized')
  return token
}
