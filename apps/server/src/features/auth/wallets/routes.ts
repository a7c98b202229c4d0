import { api } from '@gridloom/contract/api'
import type { AllFeatures } from '../../../platform/feature.ts'
import type { Routes } from '../../../platform/http/routes.ts'
import { clientInfoOf } from '../client-info.ts'
import { cookieOf } from '../providers/cookies.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { confirmWithWallet } from './confirm-with-wallet.ts'
import { createAccountMessage, createLoginMessage } from './create-message.ts'
import { linkWallet } from './link-wallet.ts'
import { listWallets } from './list-wallets.ts'
import { logInWithWallet } from './log-in-with-wallet.ts'
import { removeWallet } from './remove-wallet.ts'
import { renameWallet } from './rename-wallet.ts'

interface Headers {
  header(name: string): string | undefined
}

/** Mounts the wallet endpoints of the contract's `auth` area. */
export function walletRoutes(
  routes: Routes<SignInMethodsCtx>,
  all: Pick<AllFeatures, 'runHooks'>,
): void {
  const { auth } = api
  routes.on(auth.walletLoginMessage, async (ctx, input, { setCookie }) => {
    const made = await createLoginMessage(ctx, { signer: input.body, cookie: cookieIn(ctx, input) })
    setCookie(made.cookie)
    return made.reply
  })
  routes.on(auth.walletLogin, (ctx, input) =>
    logInWithWallet(
      ctx,
      { signature: input.body, cookie: cookieIn(ctx, input) },
      clientInfoOf(input),
    ),
  )
  routes.on(auth.walletMessage, async (ctx, input, { setCookie }) => {
    const { purpose, ...signer } = input.body
    const made = await createAccountMessage(ctx, { signer, purpose, cookie: cookieIn(ctx, input) })
    setCookie(made.cookie)
    return made.reply
  })
  routes.on(auth.walletConfirm, async (ctx, input) => {
    await confirmWithWallet(ctx, { signature: input.body, cookie: cookieIn(ctx, input) })
    return {}
  })
  routes.on(auth.wallets, (ctx) => listWallets(ctx))
  routes.on(auth.linkWallet, (ctx, input) => {
    const { label, ...signature } = input.body
    return linkWallet(ctx, { label, signature, cookie: cookieIn(ctx, input) })
  })
  routes.on(auth.renameWallet, (ctx, { params, body }) =>
    renameWallet(ctx, { id: params.id, label: body.label }),
  )
  routes.on(auth.removeWallet, async (ctx, { params }) => {
    await removeWallet(ctx, params.id, all)
    return {}
  })
}

function cookieIn({ publicUrl }: Pick<SignInMethodsCtx, 'publicUrl'>, { header }: Headers) {
  return cookieOf(publicUrl, 'wallet', header('cookie'))
}
