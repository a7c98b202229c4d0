import type { ComponentType } from 'react'
import { AccountPage } from '../../features/accounts/account-page.tsx'
import { ProfileSection } from '../../features/accounts/profile/profile-section.tsx'
import type { SectionId } from '../../features/accounts/sections.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const panels: Record<SectionId, ComponentType> = {
  profile: ProfileSection,
  password: lazyPart(
    async () =>
      (await import('../../features/accounts/password/password-section.tsx')).PasswordSection,
  ),
  'sign-in-methods': lazyPart(
    async () =>
      (await import('../../features/accounts/sign-in-methods/sign-in-methods-section.tsx'))
        .SignInMethodsSection,
  ),
  wallets: lazyPart(
    async () => (await import('../../features/wallet/wallets/wallets-section.tsx')).WalletsSection,
  ),
  sessions: lazyPart(
    async () =>
      (await import('../../features/accounts/sessions/sessions-section.tsx')).SessionsSection,
  ),
  'ssh-keys': lazyPart(
    async () => (await import('../../features/keys/ssh-keys/ssh-keys-section.tsx')).SshKeysSection,
  ),
  keys: lazyPart(async () => (await import('../../features/keys/keys-section.tsx')).KeysSection),
  webhooks: lazyPart(
    async () => (await import('../../features/webhooks/webhooks-section.tsx')).WebhooksSection,
  ),
  notifications: lazyPart(
    async () =>
      (await import('../../features/accounts/notifications/notifications-section.tsx'))
        .NotificationsSection,
  ),
  billing: lazyPart(async () => (await import('./billing-tabs.tsx')).BillingSections),
  activity: lazyPart(
    async () =>
      (await import('../../features/audit/activity/activity-section.tsx')).ActivitySection,
  ),
  'your-data': lazyPart(
    async () => (await import('../../features/privacy/privacy-section.tsx')).YourDataSection,
  ),
}

/** `/account`, with the sections of the features that own them. */
export function AccountSections() {
  return <AccountPage panels={panels} />
}
