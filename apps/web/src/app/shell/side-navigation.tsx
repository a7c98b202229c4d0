import { product } from '@gridloom/contract/core/product'
import { Link } from '@tanstack/react-router'
import { Drawer } from '../../ui/components/dialog.tsx'
import { Mark } from '../../ui/components/mark.tsx'
import styles from './side-navigation.module.css'
import { useNavigation } from './use-navigation.ts'

interface SideNavigationProps {
  opened: boolean
  close: () => void
}

/** The navigation: a column on wide screens, a drawer on narrow ones. */
export function SideNavigation({ opened, close }: SideNavigationProps) {
  return (
    <>
      <aside className={styles.column}>
        <Link to="/instance" className={styles.brand}>
          <Mark />
          {product.name}
          <span className={styles.beta}>beta</span>
        </Link>
        <Entries />
      </aside>
      <Drawer opened={opened} onClose={close} position="left" size={264} title={product.name}>
        <Entries leave={close} />
      </Drawer>
    </>
  )
}

/** Entries that match only exactly, because other entries have paths below theirs. */
const exactOnes: readonly string[] = ['/instance', '/render', '/dashboard', '/operator']

function Entries({ leave }: { leave?: () => void }) {
  const groups = useNavigation()
  return (
    <nav aria-label="Main">
      {groups.map((group) => (
        <div key={group.title} className={styles.group}>
          <h2 className={styles.title}>{group.title}</h2>
          <ul className={styles.entries}>
            {group.entries.map(({ to, search = {}, text, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  search={search}
                  className={styles.entry}
                  activeOptions={{
                    exact: exactOnes.includes(to),
                    includeSearch: 'section' in search,
                  }}
                  {...(leave ? { onClick: leave } : {})}
                >
                  <Icon size={17} stroke={1.7} aria-hidden />
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
