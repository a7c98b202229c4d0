export {
  type AccountSummary,
  accountByEmail,
  accountSummary,
  findOperator,
} from './accounts-store.ts'
export { createAuthenticator } from './authenticator.ts'
export { altchaCaptcha, type Difficulty, usualDifficulty } from './captcha/altcha.ts'
export type { Captcha, CaptchaAction } from './captcha/captcha.ts'
export { turnstileCaptcha, turnstileUrl } from './captcha/turnstile.ts'
export { sharedSecret, spendAnswer } from './captcha-store.ts'
export { ensureOperator, type FirstStart } from './ensure-operator.ts'
export { createPasswords, owaspCost, type PasswordCost, type Passwords } from './passwords.ts'
export type { IdentityCtx } from './ports.ts'
export { lockKeyBudget } from './keys/api-keys-store.ts'
export type { KeyPorts } from './keys/ports.ts'
export { keyRoutes } from './keys/routes.ts'
export { operatorOf } from './operator-of.ts'
export { passkeyRoutes } from './passkeys/routes.ts'
export { readSettings } from './read-settings.ts'
export { identityRoutes } from './routes.ts'
export { sweepIdentity } from './sweep-identity.ts'
export { writeSettings } from './write-settings.ts'
