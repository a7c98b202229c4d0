import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { cancelBankAccountChange, removeBankAccount } from './bank/cancel-bank-account.ts'
import { changeBankAccount } from './bank/change-bank-account.ts'
import { createFile } from './bank/create-file.ts'
import { downloadFile } from './bank/download-file.ts'
import { executeFile } from './bank/execute-file.ts'
import { listFiles } from './bank/list-files.ts'
import { readBankAccount } from './bank/read-bank-account.ts'
import { returnBankPayout } from './bank/return-bank-payout.ts'
import type { PayoutsCtx } from './ctx.ts'
import { approvePayout } from './operator/approve-payout.ts'
import { listAllPayouts } from './operator/list-every-payout.ts'
import { readTreasury } from './operator/read-treasury.ts'
import { rejectPayout } from './operator/reject-payout.ts'
import { resolvePayout } from './operator/resolve-payout.ts'
import { cancelPayout } from './requests/cancel-payout.ts'
import { listPayouts } from './requests/list-payouts.ts'
import { quotePayout } from './requests/quote-payout.ts'
import { requestPayout } from './requests/request-payout.ts'
import { changePayoutSettings } from './settings/change-settings.ts'
import { readPayoutSettings } from './settings/read-settings.ts'
import { openStripe } from './stripe/open-stripe.ts'
import { readStripeAccount } from './stripe/read-stripe-account.ts'
import { removeStripeAccount } from './stripe/remove-stripe-account.ts'

/** Mounts the `payouts` area of the contract. */
export function payoutRoutes(routes: Routes<PayoutsCtx>): void {
  const { payouts } = api
  routes.on(payouts.list, (ctx) => listPayouts(ctx))
  routes.on(payouts.quote, (ctx, { query }) => quotePayout(ctx, query))
  routes.on(payouts.request, (ctx, { body }) => requestPayout(ctx, body))
  routes.on(payouts.cancel, (ctx, { params }) => cancelPayout(ctx, params.id))
  routes.on(payouts.settings, (ctx) => readPayoutSettings(ctx))
  routes.on(payouts.changeSettings, (ctx, { body }) => changePayoutSettings(ctx, body))
  routes.on(payouts.bankAccount, (ctx) => readBankAccount(ctx))
  routes.on(payouts.changeBankAccount, (ctx, { body }) => changeBankAccount(ctx, body))
  routes.on(payouts.cancelBankAccount, (ctx) => cancelBankAccountChange(ctx))
  routes.on(payouts.removeBankAccount, (ctx) => removeBankAccount(ctx))
  routes.on(payouts.stripeAccount, (ctx) => readStripeAccount(ctx))
  routes.on(payouts.openStripe, (ctx, { body }) => openStripe(ctx, body))
  routes.on(payouts.removeStripeAccount, (ctx) => removeStripeAccount(ctx))
  routes.on(payouts.every, (ctx) => listAllPayouts(ctx))
  routes.on(payouts.approve, (ctx, { params }) => approvePayout(ctx, params.id))
  routes.on(payouts.reject, (ctx, { params, body }) => rejectPayout(ctx, { ...params, ...body }))
  routes.on(payouts.recordReturn, (ctx, { params, body }) =>
    returnBankPayout(ctx, { ...params, ...body }),
  )
  routes.on(payouts.resolve, (ctx, { params, body }) =>
    resolvePayout(ctx, { ...params, resolution: body }),
  )
  routes.on(payouts.files, (ctx) => listFiles(ctx))
  routes.on(payouts.createFile, (ctx, { body }) => createFile(ctx, body))
  routes.download(payouts.downloadFile, (ctx, { params }) => downloadFile(ctx, params.number))
  routes.on(payouts.executeFile, (ctx, { params }) => executeFile(ctx, params.number))
  routes.on(payouts.treasury, (ctx) => readTreasury(ctx))
}
