import type { Template } from '@gridloom/contract/templates/template'
import { useHotkeys } from '@mantine/hooks'
import { type FormEvent, useEffect, useRef } from 'react'
import { BasicsSection } from './basics-section.tsx'
import styles from './editor.module.css'
import { ImageSection } from './image-section.tsx'
import { LaunchSection } from './launch-section.tsx'
import { MarketSection } from './market-section.tsx'
import { ReadmeSection } from './readme-section.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Editor } from './use-editor.ts'

interface EditorFormProps {
  editor: Editor
  template: Template | undefined
}

/** All fields of a template in sections, and the bar that saves them. Ctrl-S saves too. */
export function EditorForm({ editor, template }: EditorFormProps) {
  const form = useFocusOnWrong(editor.failed)
  useHotkeys([['mod+S', editor.save]], [])
  function submit(event: FormEvent): void {
    event.preventDefault()
    editor.save()
  }
  return (
    <form ref={form} noValidate className={styles.form} aria-label="Template" onSubmit={submit}>
      <BasicsSection editor={editor} template={template} />
      <ImageSection editor={editor} />
      <LaunchSection editor={editor} />
      <MarketSection editor={editor} />
      <ReadmeSection editor={editor} />
      <SaveBar editor={editor} template={template} />
    </form>
  )
}

/** Moves the focus to the first field with a problem. */
function useFocusOnWrong(failed: Editor['failed']) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failed === undefined) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failed])
  return form
}
