import { PageLoading } from '../page-loading.tsx'
import styles from './shell.module.css'
import navigation from './side-navigation.module.css'
import top from './top-bar.module.css'

/** Placeholder of the shell and its page while their code is loading: the same frame without text. */
export function ShellLoading() {
  return (
    <div className={styles.shell}>
      <div className={navigation.column} />
      <div className={styles.main}>
        <div className={top.bar} />
        <PageLoading />
      </div>
    </div>
  )
}
