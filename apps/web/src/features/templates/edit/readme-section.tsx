import { SegmentedControl, Switch } from '@mantine/core'
import { Suspense, useState } from 'react'
import { CodeField } from '../../../ui/code-editor/code-field.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { problemAt } from '../../../ui/form/problem-at.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import styles from './editor.module.css'
import type { SectionProps } from './use-editor.ts'

const Markdown = lazyPart(async () => (await import('../../../ui/markdown/markdown.tsx')).Markdown)

type Shown = 'write' | 'preview'

/** The README in Markdown, written or previewed, and whether it is shown. */
export function ReadmeSection({ editor }: SectionProps) {
  const { draft, wrong, change } = editor
  const [shown, setShown] = useState<Shown>('write')
  return (
    <Section
      title="README"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="README"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      }
    >
      <div className={styles.fields}>
        {shown === 'write' ? (
          <CodeField
            key={editor.revision}
            label="Markdown"
            description="What the template does, its ports and variables, and first steps"
            name="README.md"
            text={draft.readme}
            error={problemAt(wrong, 'template_description')}
            onChange={(readme) => change({ readme })}
            onSave={editor.save}
          />
        ) : (
          <Preview text={draft.readme} />
        )}
        <Switch
          label="Show the README on the template’s page"
          checked={draft.isReadmeShown}
          onChange={(event) => change({ isReadmeShown: event.currentTarget.checked })}
        />
      </div>
    </Section>
  )
}

function Preview({ text }: { text: string }) {
  if (text.trim() === '') return <p className={styles.hint}>Nothing to preview yet.</p>
  return (
    <div className={styles.preview}>
      <Suspense fallback={<SkeletonBlock height={160} label="Loading the preview" />}>
        <Markdown text={text} />
      </Suspense>
    </div>
  )
}
