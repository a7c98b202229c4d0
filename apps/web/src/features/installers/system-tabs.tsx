import { IconBrandApple, IconBrandUbuntu, IconBrandWindows } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from './guide.module.css'
import { mac } from './guides/mac.ts'
import { ubuntu } from './guides/ubuntu.ts'
import { windows } from './guides/windows.ts'

const tabs = [
  { ...ubuntu, icon: IconBrandUbuntu },
  { ...windows, icon: IconBrandWindows },
  { ...mac, icon: IconBrandApple },
] as const

/** The tabs that switch between the three guides. */
export function SystemTabs() {
  return (
    <nav aria-label="Systems" className={styles.tabs}>
      {tabs.map(({ path, name, icon: Icon }) => (
        <Link key={path} to={path} className={styles.tab} activeOptions={{ exact: true }}>
          <Icon size={17} stroke={1.7} aria-hidden />
          {name}
        </Link>
      ))}
    </nav>
  )
}
