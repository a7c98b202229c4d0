import { Link } from '@tanstack/react-router'
import { useTabInView } from '../../ui/components/use-tab-in-view.ts'
import styles from './account-page.module.css'
import { type SectionId, searchFor, sections } from './sections.ts'

/** Links to the sections: a column beside the page, or a scrolling row on narrow screens. */
export function SectionLinks({ current }: { current: SectionId }) {
  const list = useTabInView<HTMLUListElement>(current)
  return (
    <nav aria-label="Account" className={styles.links}>
      <ul ref={list}>
        {sections.map(({ id, word, icon: Icon }) => (
          <li key={id}>
            <Link
              to="/account"
              search={searchFor(id)}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={id === current ? 'page' : undefined}
              className={styles.link}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
              {word}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
