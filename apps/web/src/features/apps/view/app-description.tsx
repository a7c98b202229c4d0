import type { App } from '@gridloom/contract/apps/app'
import { Suspense } from 'react'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import styles from './app-page.module.css'

const Markdown = lazyPart(async () => (await import('../../../ui/markdown/markdown.tsx')).Markdown)

/** The description of an app and its screenshots, as far as it has them. */
export function AppDescription({ app }: { app: App }) {
  const { name, screenshots, definition } = app
  return (
    <>
      {screenshots.length > 0 && (
        <Section title="Screenshots">
          <div className={styles.shots}>
            {screenshots.map(({ place, url }) => (
              <img
                key={place}
                className={styles.shot}
                src={url}
                alt={`${name}, screenshot ${place}`}
                loading="lazy"
              />
            ))}
          </div>
        </Section>
      )}
      {definition.description.trim() !== '' && (
        <Section title="About">
          <div className={styles.description}>
            <Suspense fallback={<SkeletonBlock height={160} label="Loading the description" />}>
              <Markdown text={definition.description} />
            </Suspense>
          </div>
        </Section>
      )}
    </>
  )
}
