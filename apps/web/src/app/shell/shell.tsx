import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { EventStream } from '../../api/live/event-stream.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
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
        <ActiveCompanyBar />
        <main id="content" tabIndex={-1} className={styles.content}>
          <AccessNote />
          <PageTour />
          <Outlet />
        </main>
      </div>
      <Suspense>{searchOpened && <Palette close={search.close} />}</Suspense>
    </div>
  )
}
