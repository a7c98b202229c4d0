export type { CaptchaAction } from './captcha/captcha.ts'
export {
  type AuthServices,
  createAuthServices,
  type SignInWork,
} from './create-auth-services.ts'
export { ensureOperator, type FirstStart } from './ensure-operator.ts'
export { authFeature } from './feature.ts'
export { findActiveAccount } from './find-active-account.ts'
export type { AuthCtx } from './ports.ts'
export { endSessionsOf } from './sessions-store.ts'
export type { SignInMethodsCtx } from './sign-in-methods/ctx.ts'
