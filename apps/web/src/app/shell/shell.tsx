import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useEventStream } from '../../lib/live/use-live.ts'
import styles from './shell.module.css'
import { SideNavigation } from './side-navigation.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame around every signed-in screen: navigation, top bar, content. */
export function Shell() {
  useEventStream()
  const [drawerOpened, drawer] = useDisclosure(false)
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <SideNavigation opened={drawerOpened} close={drawer.close} />
      <div className={styles.main}>
        <TopBar openNavigation={drawer.open} />
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
