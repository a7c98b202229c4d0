import { limits } from '@gridloom/contract/core/constants'
import type { Template } from '@gridloom/contract/templates/template'
import { Switch, TagsInput, TextInput } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { problemAt } from '../../../ui/form/problem-at.ts'
import styles from './editor.module.css'
import { PictureField } from './picture-field.tsx'
import type { SectionProps } from './use-editor.ts'

interface BasicsSectionProps extends SectionProps {
  template: Template | undefined
}

/** Name, picture, one line, tags, and who sees it. */
export function BasicsSection({ editor, template }: BasicsSectionProps) {
  const { draft, wrong, change } = editor
  return (
    <Section title="Basics">
      <div className={styles.fields}>
        <PictureField draft={draft} template={template} onChange={change} />
        <div className={styles.pair}>
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            placeholder="PyTorch lab"
            maxLength={limits.templateNameChars}
            value={draft.templateName}
            error={problemAt(wrong, 'template_name')}
            onChange={(event) => change({ templateName: event.currentTarget.value })}
          />
          <TextInput
            label="Name in commands"
            placeholder="Made from the name"
            maxLength={63}
            className={styles.mono}
            value={draft.name}
            error={problemAt(wrong, 'name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label="Description"
          description="One line, shown in lists"
          maxLength={limits.templateDescriptionChars}
          value={draft.description}
          error={problemAt(wrong, 'description')}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <TagsInput
          label="Tags"
          description="Lower-case words, such as notebook or training"
          maxTags={limits.templateTags}
          splitChars={[',', ' ']}
          value={[...draft.tags]}
          error={problemAt(wrong, 'tags')}
          onChange={(tags) => change({ tags: tags.map((tag) => tag.toLowerCase()) })}
        />
        <Switch
          label="Public"
          description="Everyone finds it in the list of public templates, and sees what it holds except the password of its registry."
          checked={draft.isPublic}
          onChange={(event) => change({ isPublic: event.currentTarget.checked })}
        />
      </div>
    </Section>
  )
}
