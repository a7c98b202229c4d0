import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { AsCode } from '../../ui/components/as-code.tsx'
import { PartFailure } from '../../ui/components/lazy-part-error.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { accountCode } from './account-code.ts'
import styles from './account-page.module.css'
import { ProfileSection } from './profile/profile-section.tsx'
import { SectionLinks } from './section-links.tsx'
import { type SectionId, sectionOf, sections } from './sections.ts'
import { useAccountSearch } from './use-account-search.ts'

const panels: Record<SectionId, ComponentType> = {
  profile: ProfileSection,
  password: lazyPart(async () => (await import('./password/password-section.tsx')).PasswordSection),
  'sign-in-methods': lazyPart(
    async () =>
      (await import('./sign-in-methods/sign-in-methods-section.tsx')).SignInMethodsSection,
  ),
  sessions: lazyPart(async () => (await import('./sessions/sessions-section.tsx')).SessionsSection),
  'ssh-keys': lazyPart(
    async () => (await import('./ssh-keys/ssh-keys-section.tsx')).SshKeysSection,
  ),
  keys: lazyPart(async () => (await import('./keys/keys-section.tsx')).KeysSection),
  notifications: lazyPart(
    async () => (await import('./notifications/notifications-section.tsx')).NotificationsSection,
  ),
  billing: lazyPart(async () => (await import('./billing/billing-section.tsx')).BillingSection),
  activity: lazyPart(async () => (await import('./activity/activity-section.tsx')).ActivitySection),
  'your-data': lazyPart(
    async () => (await import('./privacy/privacy-section.tsx')).YourDataSection,
  ),
}

const crumbs = [{ text: 'Account', to: '/account' }]

/** `/account`: the signed-in user's account, one section at a time. The URL's search names the open section. */
export function AccountPage() {
  const current = sectionOf(useAccountSearch())
  const section = sections.find(({ id }) => id === current)
  const Panel = panels[current]
  return (
    <Page
      title={section?.word ?? 'Account'}
      crumbs={crumbs}
      lead={section?.hint}
      actions={<AsCode actions={accountCode(current)} />}
    >
      <div className={styles.frame}>
        <SectionLinks current={current} />
        <div className={styles.panel}>
          <CatchBoundary getResetKey={() => current} errorComponent={SectionFailed}>
            <Suspense fallback={<SkeletonBlock height={320} label="Loading" />}>
              <Panel />
            </Suspense>
          </CatchBoundary>
        </div>
      </div>
    </Page>
  )
}

function SectionFailed({ error, reset }: ErrorComponentProps) {
  return (
    <div className={styles.failed}>
      <PartFailure title="This section could not be displayed" error={error} reset={reset} />
    </div>
  )
}
