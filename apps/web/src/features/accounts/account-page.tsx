import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { AsCode } from '../../ui/components/as-code.tsx'
import { PartFailure } from '../../ui/components/lazy-part-error.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { accountCode } from './account-code.ts'
import styles from './account-page.module.css'
import { SectionLinks } from './section-links.tsx'
import { type SectionId, sectionOf, sections } from './sections.ts'
import { useAccountSearch } from './use-account-search.ts'

const crumbs = [{ text: 'Account', to: '/account' }]

/**
 * `/account`: the signed-in user's account, one section at a time. The URL's search names the open section, and `panels`
 * has the content of each, from the feature that owns it.
 */
export function AccountPage({ panels }: { panels: Record<SectionId, ComponentType> }) {
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
