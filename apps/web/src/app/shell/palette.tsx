import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import styles from './palette.module.css'
import { usePaletteActions } from './use-palette-actions.tsx'

const shownMax = 32
/** The list scrolls on its own, so it must be focusable for keyboard users. */
const results = { role: 'region', tabIndex: 0, 'aria-label': 'Results' }

/** Search over all pages, the account's instances, machines and render jobs, and immediate actions. */
export function Palette({ close }: { close: () => void }) {
  const actions = usePaletteActions()
  useEffect(() => spotlight.open(), [])
  return (
    <Spotlight
      onSpotlightClose={close}
      shortcut={null}
      actions={actions}
      limit={shownMax}
      highlightQuery
      scrollable
      maxHeight="min(60dvh, 480px)"
      size={560}
      radius="lg"
      nothingFound="No results"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      scrollAreaProps={{ viewportProps: results }}
      classNames={{
        content: 'gl-dialog',
        search: styles.search ?? '',
        action: styles.action ?? '',
        actionBody: styles.body ?? '',
        actionLabel: styles.label ?? '',
        actionDescription: styles.description ?? '',
        actionsGroup: styles.group ?? '',
      }}
      searchProps={{
        leftSection: <IconSearch size={17} stroke={1.7} />,
        placeholder: 'Pages, instances, machines, actions…',
        'aria-label': 'Search',
      }}
    />
  )
}
