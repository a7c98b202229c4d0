import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import styles from './search-button.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the palette; looks like the palette's search field. */
export function SearchButton({ open }: { open: () => void }) {
  return (
    <UnstyledButton className={styles.search} onClick={open}>
      <IconSearch size={15} aria-hidden />
      <span className={styles.text}>Search or jump to…</span>
      <Kbd size="xs" className={styles.keys ?? ''} aria-hidden>
        {isApple ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  )
}
