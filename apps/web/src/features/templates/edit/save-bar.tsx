import type { Template } from '@gridloom/contract/templates/template'
import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { templateQuery } from '../../../shared/templates/api/template-queries.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import styles from './editor.module.css'
import type { Editor } from './use-editor.ts'

interface SaveBarProps {
  editor: Editor
  template: Template | undefined
}

/** What stands in the way of saving, and the buttons; it stays in view while the sections scroll. */
export function SaveBar({ editor, template }: SaveBarProps) {
  const isWrong = Object.keys(editor.wrong).length > 0
  const isNew = template === undefined
  return (
    <div className={styles.bar}>
      {editor.isOutdated && template && <Outdated editor={editor} template={template} />}
      {!editor.isOutdated && editor.problem && (
        <p className={styles.problem} role="alert">
          {editor.problem}
        </p>
      )}
      <div className={styles.barLine}>
        <span className={styles.barWords} role={isWrong ? 'alert' : undefined}>
          {isWrong ? 'Check the highlighted fields' : stateText(editor, isNew)}
        </span>
        {editor.isChanged && !isNew && <Button onClick={editor.discard}>Discard changes</Button>}
        <Button
          type="submit"
          variant="filled"
          loading={editor.isSaving}
          disabled={!isNew && !editor.isChanged}
        >
          {isNew ? 'Create template' : 'Save'}
        </Button>
      </div>
    </div>
  )
}

function stateText({ isChanged, base }: Editor, isNew: boolean): string {
  if (isNew) return isChanged ? 'Not saved yet' : ''
  return isChanged ? 'Unsaved changes' : `Version ${base?.version}, saved`
}

/** Somebody else saved a version meanwhile. */
function Outdated({ editor, template }: { editor: Editor; template: Template }) {
  const queryClient = useQueryClient()
  const client = useClient()
  const [problem, setProblem] = useState<string>()
  async function load(): Promise<void> {
    setProblem(undefined)
    try {
      const wanted = templateQuery(client, template.id)
      editor.loadNewest(await queryClient.fetchQuery({ ...wanted, staleTime: 0 }))
    } catch (error) {
      setProblem(describeError(error).text)
    }
  }
  return (
    <div className={styles.outdated} role="alert">
      <IconAlertTriangleFilled size={16} aria-hidden />
      <span>
        A newer version of this template was saved meanwhile. Loading it replaces your changes; copy
        what you need first.
        {problem && <strong> {problem}</strong>}
      </span>
      <Button size="xs" onClick={() => void load()}>
        Load the new version
      </Button>
    </div>
  )
}
