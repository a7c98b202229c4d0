import { Suspense } from 'react'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import styles from './view.module.css'

const Markdown = lazyPart(async () => (await import('../../../ui/markdown/markdown.tsx')).Markdown)

/** The README of a template. */
export function Readme({ text }: { text: string }) {
  return (
    <Section title="README">
      <div className={styles.readme}>
        <Suspense fallback={<SkeletonBlock height={240} label="Loading the README" />}>
          <Markdown text={text} />
        </Suspense>
      </div>
    </Section>
  )
}
