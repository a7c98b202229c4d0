import '@mantine/spotlight/styles.css'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { usePaletteActions } from './use-palette-actions.tsx'

const shownMax = 12

/** Search over every page, the person's own instances and machines, and what can be done at once. */
export function Palette({ close }: { close: () => void }) {
  const actions = usePaletteActions()
  return (
    <Spotlight
      forceOpened
      onSpotlightClose={close}
      shortcut={null}
      actions={actions}
      limit={shownMax}
      highlightQuery
      nothingFound="Nothing of yours is called that"
      overlayProps={{ backgroundOpacity: 0.35, blur: 1 }}
      searchProps={{
        leftSection: <IconSearch size={17} stroke={1.7} />,
        placeholder: 'Pages, instances, machines, actions…',
        'aria-label': 'Search',
      }}
    />
  )
}
