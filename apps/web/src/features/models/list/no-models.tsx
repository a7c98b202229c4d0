import { IconFilterOff, IconMessageChatbot } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../hub.module.css'

/** Nothing holds the words that are searched for. */
export function NothingFound() {
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconFilterOff size={20} stroke={1.6} />} title="No model is called that">
        Every word is looked for in ids, licences and descriptions. Try fewer words.
      </EmptyState>
    </div>
  )
}

/** An installation that knows no model at all. */
export function EmptyCatalogue() {
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconMessageChatbot size={20} stroke={1.6} />} title="No models yet">
        Here you chat with models that run on other people’s machines. The operator of this
        installation adds them to the catalogue; then machines can serve them.
      </EmptyState>
    </div>
  )
}
