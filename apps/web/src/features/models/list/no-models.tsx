import { IconFilterOff, IconMessageChatbot } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../hub.module.css'

/** Empty state: no model matches the search. */
export function NothingFound() {
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconFilterOff size={20} stroke={1.6} />} title="No models found">
        The search covers IDs, licences and descriptions. Try fewer words.
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
