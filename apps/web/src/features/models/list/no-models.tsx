import { Button } from '@mantine/core'
import { IconFilterOff, IconMessageChatbot } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../hub.module.css'

/** Empty state: no model matches the search. */
export function NothingFound({ clear }: { clear: () => void }) {
  return (
    <div className={styles.frame}>
      <EmptyState
        icon={<IconFilterOff size={20} stroke={1.6} />}
        title="No models found"
        action={
          <Button variant="filled" onClick={clear}>
            Clear search
          </Button>
        }
      >
        The search covers IDs, licences and descriptions.
      </EmptyState>
    </div>
  )
}

/** Empty state: the catalogue has no models. */
export function EmptyCatalogue() {
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconMessageChatbot size={20} stroke={1.6} />} title="No models yet">
        Models appear here once the operator adds them to the catalogue and machines serve them.
      </EmptyState>
    </div>
  )
}
