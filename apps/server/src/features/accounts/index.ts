export {
  accessCodeHash,
  hasAccessCode,
  insertAccessCode,
  isKnownAccessCode,
} from './access-codes-store.ts'
export {
  accountByEmail,
  accountSummary,
  deleteClaims,
  deleteOldClaims,
  findClaim,
  findOperator,
  findPassword,
  findUnverified,
  grantAccess,
  insertAccount,
  isActiveUser,
  lockAddress,
  lockFirstStart,
  markVerified,
  type NewAccount,
  passwordOf,
  type StoredPassword,
  selectClaims,
  storePassword,
  wantsEmail,
} from './accounts-store.ts'
export { countOfDay } from './count-of-day.ts'
export { emailKey, usernameFrom } from './email-key.ts'
export { accountsFeature } from './feature.ts'
export { giveWelcomeCredit } from './give-welcome-credit.ts'
export { operatorOf } from './operator-of.ts'
export { mailIfWanted, mailNextWanting } from './profile/mail-if-wanted.ts'
export { updateProfile } from './profile/update-profile.ts'
export { readSettings } from './read-settings.ts'
export { redeemAccessCode } from './redeem-access-code.ts'
export { requireVerified } from './require-verified.ts'
export type { AccountTables } from './schema.ts'
export { loadSettings } from './settings-store.ts'
export { writeSettings } from './write-settings.ts'
