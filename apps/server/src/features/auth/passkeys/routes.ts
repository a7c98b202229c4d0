import { api } from '@gridloom/contract/api'
import type { Routes } from '../../../platform/http/routes.ts'
import { clientInfoOf } from '../client-info.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginPasskeyLogin } from './begin-passkey-login.ts'
import { confirmWithPasskey } from './confirm-with-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { logInWithPasskey } from './log-in-with-passkey.ts'
import { removePasskey } from './remove-passkey.ts'

/** Mounts the passkey endpoints of the contract's `auth` area. */
export function passkeyRoutes(routes: Routes<SignInMethodsCtx>): void {
  const { auth } = api
  routes.on(auth.passkeyLoginOptions, (ctx) => beginPasskeyLogin(ctx))
  routes.on(auth.passkeyLogin, (ctx, input) =>
    logInWithPasskey(ctx, input.body, clientInfoOf(input)),
  )
  routes.on(auth.passkeyConfirm, async (ctx, { body }) => {
    await confirmWithPasskey(ctx, body)
    return {}
  })
  routes.on(auth.passkeys, (ctx) => listPasskeys(ctx))
  routes.on(auth.passkeyOptions, (ctx) => beginPasskey(ctx))
  routes.on(auth.addPasskey, (ctx, { body }) => addPasskey(ctx, body))
  routes.on(auth.removePasskey, async (ctx, { params }) => {
    await removePasskey(ctx, params.id)
    return {}
  })
}
