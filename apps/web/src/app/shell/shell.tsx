import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { EventStream } from '../../api/live/event-stream.tsx'
import { detailsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageLoading } from '../page-loading.tsx'
import { AccessNote } from './access-note.tsx'
import { ActiveCompanyBar } from './active-company.tsx'
import styles from './shell.module.css'
import { SideNavigation } from './side-navigation.tsx'
import { TopBar } from './top-bar.tsx'
import { PageTour } from './tour/page-tour.tsx'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** The frame around every signed-in screen: navigation, top bar, content. */
export function Shell() {
  const [drawerOpened, drawer] = useDisclosure(false)
  const [searchOpened, search] = useDisclosure(false)
  useHotkeys([['mod+K', search.toggle]], [])
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <EventStream />
      <SideNavigation opened={drawerOpened} close={drawer.close} />
      <div className={styles.main}>
        <TopBar openNavigation={drawer.open} openSearch={search.open} />
        <Content />
      </div>
      <Suspense>{searchOpened && <Palette close={search.close} />}</Suspense>
    </div>
  )
}

/**
 * Everything below the top bar. The user's details decide which notes stand above the page, and whether its tour does:
 * until they are there, a placeholder stands for the page, which would otherwise move down.
 */
function Content() {
  const { isLoading, isFetched } = useQuery(detailsQuery(useClient()))
  // After a failure the page is shown as it is; what needs the details requests them again.
  const isReady = isFetched || !isLoading
  // Deferred: React renders the page in slices, so that the frame answers to clicks and keys meanwhile.
  if (!useDeferredValue(isReady, false)) return <PageLoading />
  return (
    <>
      <ActiveCompanyBar />
      <main id="content" tabIndex={-1} className={styles.content}>
        <AccessNote />
        <PageTour />
        <Outlet />
      </main>
    </>
  )
}
