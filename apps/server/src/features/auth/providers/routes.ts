import { api } from '@gridloom/contract/api'
import type { Routes } from '../../../platform/http/routes.ts'
import { clientInfoOf } from '../client-info.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { confirmByLogin } from './confirm-by-login.ts'
import { connectLogin } from './connect-login.ts'
import { cookieOf, withoutCookie } from './cookies.ts'
import { finishAttempt } from './finish-attempt.ts'
import { listLogins } from './list-logins.ts'
import { logInByProvider } from './log-in-by-provider.ts'
import { redeemLogin } from './redeem-login.ts'
import { removeLogin } from './remove-login.ts'

/** Mounts the sign-in provider endpoints of the contract's `auth` area. */
export function providerRoutes(routes: Routes<SignInMethodsCtx>): void {
  const { auth } = api
  routes.redirect(auth.loginByProvider, (ctx, { params, header }) =>
    logInByProvider(ctx, { provider: params.provider, cameFrom: header('sec-fetch-site') }),
  )
  routes.redirect(auth.providerCallback, (ctx, { params, query, header }) => {
    const cookie = cookieOf(ctx.publicUrl, 'attempt', header('cookie'))
    return finishAttempt(ctx, { provider: params.provider, query, cookie })
  })
  routes.on(auth.redeemLogin, async (ctx, input, { setCookie }) => {
    const code = cookieOf(ctx.publicUrl, 'login', input.header('cookie'))
    const reply = await redeemLogin(ctx, code, clientInfoOf(input))
    setCookie(withoutCookie(ctx.publicUrl, 'login'))
    return reply
  })
  routes.on(auth.confirmByLogin, async (ctx, { params }, { setCookie }) => {
    const { url, cookie } = await confirmByLogin(ctx, params.provider)
    setCookie(cookie)
    return { url }
  })
  routes.on(auth.logins, (ctx) => listLogins(ctx))
  routes.on(auth.connectLogin, async (ctx, { params }, { setCookie }) => {
    const { url, cookie } = await connectLogin(ctx, params.provider)
    setCookie(cookie)
    return { url }
  })
  routes.on(auth.removeLogin, async (ctx, { params }) => {
    await removeLogin(ctx, params.id)
    return {}
  })
}
