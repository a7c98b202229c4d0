import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { actAs } from './act-as.ts'
import { changeDetails } from './change-details.ts'
import { bearerOf, clientInfoOf } from './client-info.ts'
import { confirmPassword } from './confirm-password.ts'
import { createExtensionToken } from './create-extension-token.ts'
import { enterAccessCode } from './enter-access-code.ts'
import { listMySessions } from './list-my-sessions.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import type { AuthCtx } from './ports.ts'
import { recentDetails } from './recent-details.ts'
import { refreshToken } from './refresh-token.ts'
import { register } from './register.ts'
import { resendOtp } from './resend-otp.ts'
import { signOutOthers } from './sign-out-others.ts'
import { signOutSession } from './sign-out-session.ts'
import { updatePassword } from './update-password.ts'
import { verifyOtp } from './verify-otp.ts'

/** Mounts registration, sign-in, sign-out and password changes. */
export function authRoutes(routes: Routes<AuthCtx>): void {
  signInRoutes(routes)
  sessionRoutes(routes)
  accessRoutes(routes)
}

function signInRoutes(routes: Routes<AuthCtx>): void {
  const { auth } = api
  routes.on(auth.captchaChallenge, (ctx, { query }) => ctx.captcha.challenge(query.action))
  routes.on(auth.register, (ctx, input) => register(ctx, input.body, clientInfoOf(input)))
  routes.on(auth.login, (ctx, input) => logIn(ctx, input.body, clientInfoOf(input)))
  routes.on(auth.resendOtp, async (ctx, input) => {
    await resendOtp(ctx, input.body, clientInfoOf(input))
    return {}
  })
  routes.on(auth.verifyOtp, (ctx, input) => verifyOtp(ctx, input.body, clientInfoOf(input)))
  routes.on(auth.updatePassword, async (ctx, { body }) => {
    await updatePassword(ctx, body)
    return {}
  })
}

function sessionRoutes(routes: Routes<AuthCtx>): void {
  const { auth } = api
  routes.on(auth.refresh, async (ctx, input) => {
    const token = await refreshToken(ctx, bearerOf(input))
    return { status: 'success' as const, token }
  })
  routes.on(auth.logout, async (ctx) => {
    await logOut(ctx)
    return {}
  })
  routes.on(auth.confirm, async (ctx, { body }) => {
    await confirmPassword(ctx, body.password)
    return {}
  })
  routes.on(auth.extensionToken, (ctx, input) => createExtensionToken(ctx, clientInfoOf(input)))
  routes.on(auth.sessions, (ctx) => listMySessions(ctx))
  routes.on(auth.endSession, async (ctx, { params }) => {
    await signOutSession(ctx, params.id)
    return {}
  })
  routes.on(auth.endOtherSessions, (ctx) => signOutOthers(ctx))
  routes.on(auth.actAs, (ctx, input) =>
    actAs(ctx, { companyId: input.body.company_id, token: bearerOf(input) }),
  )
}

function accessRoutes(routes: Routes<AuthCtx>): void {
  const { accounts } = api
  routes.on(accounts.details, (ctx) => recentDetails(ctx))
  routes.on(accounts.updateProfile, (ctx, { body }) => changeDetails(ctx, body))
  routes.on(accounts.enterAccessCode, (ctx, input) =>
    enterAccessCode(ctx, {
      code: input.body.referral_code,
      token: bearerOf(input),
      address: input.address,
    }),
  )
}
