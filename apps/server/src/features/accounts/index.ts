export {
  accessCodeHash,
  hasAccessCode,
  insertAccessCode,
  insertCode,
  isKnownAccessCode,
  revokeCode,
  selectAccessCodes,
} from './access-codes-store.ts'
export {
  accountByEmail,
  accountCreatedAt,
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
  listOperators,
  lockEmailAddress,
  lockFirstStart,
  markVerified,
  type NewAccount,
  passwordOf,
  type StoredPassword,
  selectClaims,
  storePassword,
  wantsEmail,
} from './accounts-store.ts'
export { isAmbassador, setAmbassador } from './ambassador-store.ts'
export { canonicalEmail } from './canonical-email.ts'
export { type ClosingAccount, leaveTombstone, lockAccount } from './close-store.ts'
export { countOfDay } from './count-of-day.ts'
export { emailKey, usernameFrom } from './email-key.ts'
export { accountsFeature } from './feature.ts'
export { giveWelcomeCredit } from './give-welcome-credit.ts'
export { mailboxHash } from './mailbox-hash.ts'
export { loadMaintenance, storeMaintenance } from './maintenance-store.ts'
export { openAccess } from './open-access.ts'
export { operatorOf } from './operator-of.ts'
export { flowOf } from './profile/flow-store.ts'
export { mailIfWanted, mailNextWanting } from './profile/mail-if-wanted.ts'
export { updateProfile } from './profile/update-profile.ts'
export { publishAccount } from './publish-account.ts'
export { type CredentialId, publishSessions } from './publish-sessions.ts'
export { readSettings } from './read-settings.ts'
export { redeemAccessCode } from './redeem-access-code.ts'
export { requireVerified } from './require-verified.ts'
export type { AccountTables } from './schema.ts'
export { loadSettings } from './settings-store.ts'
export { type AccountStatus, lockAccountStatus, setSuspended } from './suspension-store.ts'
export { writeSettings } from './write-settings.ts'
