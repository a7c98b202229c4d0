import { IconFilterOff, IconMessageChatbot } from '@tabler/icons-react'
import { EmptyState } from '../../../lib/parts/states.tsx'
import styles from '../hub.module.css'

/** Nothing holds the words that are searched for. */
export function NothingFound() {
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconFilterOff size={20} stroke={1.6} />} title="No model is called that">
        Ids, licences and texts are searched; a model must hold every word.
      </EmptyState>
    </div>
  )
}

/** An installation that knows no model at all. */
export function EmptyCatalogue() {
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconMessageChatbot size={20} stroke={1.6} />} title="No models yet">
        Models are chatted with here, on other people’s machines. The operator of this installation
        adds them to its catalogue; then machines can serve them.
      </EmptyState>
    </div>
  )
}
