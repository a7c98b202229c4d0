import type { App } from '@gridloom/contract/apps/app'
import { AppPicture } from '../../../shared/apps/app-picture.tsx'
import { categoryNames, imageSourceText, readyText } from '../../../shared/apps/app-words.ts'
import { Line } from '../../../ui/components/item-list.tsx'
import styles from './app-page.module.css'

/** The picture, the purpose of the app, and how soon it is ready. */
export function AppHead({ app }: { app: App }) {
  const { summary, category, version, source } = app
  return (
    <div className={styles.head}>
      <AppPicture app={app} size="large" />
      <div className={styles.words}>
        <p className={styles.text}>{summary}</p>
        <div className={styles.line}>
          <Line
            facts={[
              { key: 'category', fact: categoryNames[category] },
              { key: 'version', fact: `Version ${version}` },
              { key: 'source', fact: source === 'predefined' ? 'Predefined' : 'By the operator' },
              { key: 'image', fact: imageSourceText(app) },
              { key: 'ready', fact: readyText(app) },
            ]}
          />
        </div>
      </div>
    </div>
  )
}
