import { limits } from '@gridloom/contract/core/constants'
import { TextInput } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { problemAt } from '../../../ui/form/problem-at.ts'
import styles from './editor.module.css'
import { ImageCheckLine } from './image-check-line.tsx'
import { PasswordDraftField } from './password-draft-field.tsx'
import type { SectionProps } from './use-editor.ts'

/** The image, and how to sign in to its registry. */
export function ImageSection({ editor }: SectionProps) {
  const { draft, wrong, change } = editor
  return (
    <Section title="Image">
      <div className={styles.fields}>
        <TextInput
          label="Image"
          required
          withAsterisk={false}
          description={`At most ${limits.imageUnpackedGbMax} GB unpacked`}
          placeholder="ghcr.io/owner/name:tag"
          className={styles.mono}
          autoComplete="off"
          spellCheck={false}
          value={draft.image}
          error={problemAt(wrong, 'image_path_with_tag')}
          onChange={(event) => change({ image: event.currentTarget.value })}
        />
        <RegistryFields editor={editor} />
        <ImageCheckLine editor={editor} />
      </div>
    </Section>
  )
}

/** A login for images that are not public. */
function RegistryFields({ editor }: SectionProps) {
  const { draft, wrong, change } = editor
  const isUsed = draft.server !== '' || draft.username !== '' || draft.password.kind !== 'none'
  return (
    <details className={styles.fold} open={isUsed || undefined}>
      <summary>
        Registry login <span className={styles.hint}>for a private image</span>
      </summary>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <TextInput
            label="Registry"
            description="Empty: the one that the image names"
            placeholder="ghcr.io"
            className={styles.mono}
            value={draft.server}
            error={problemAt(wrong, 'docker_repo_server')}
            onChange={(event) => change({ server: event.currentTarget.value })}
          />
          <TextInput
            label="User name"
            description="Of the registry"
            autoComplete="off"
            value={draft.username}
            error={problemAt(wrong, 'docker_repo_username')}
            onChange={(event) => change({ username: event.currentTarget.value })}
          />
        </div>
        <PasswordDraftField editor={editor} />
      </div>
    </details>
  )
}
