import { ActionIcon, Button, Group, Textarea, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { CopyButton } from '../../../ui/components/copy.tsx'
import type { ChatSide } from '../use-side.ts'
import { BranchSwitcher } from './branch-switcher.tsx'
import type { ThreadRow } from './shown-rows.ts'
import styles from './thread.module.css'

interface PromptRowProps {
  row: ThreadRow
  side: ChatSide
  editing: boolean
  setEditing: (id: string | undefined) => void
}

/** A prompt as it was typed; editing it starts another branch. */
export function PromptRow({ row, side, editing, setEditing }: PromptRowProps) {
  const { message } = row
  if (editing) {
    return <PromptEditor row={row} side={side} leave={() => setEditing(undefined)} />
  }
  return (
    <article className={styles.prompt} aria-label="Prompt">
      <p className={styles.asked}>{message.text}</p>
      <div className={styles.verbs}>
        {side.chatId && <BranchSwitcher row={row} show={side.show} what="prompt" />}
        <CopyButton text={message.text} label="Copy prompt" />
        <Tooltip label="Edit in a new branch" position="bottom">
          <ActionIcon size={26} aria-label="Edit prompt" onClick={() => setEditing(message.id)}>
            <IconPencil size={15} />
          </ActionIcon>
        </Tooltip>
      </div>
    </article>
  )
}

interface PromptEditorProps {
  row: ThreadRow
  side: ChatSide
  leave: () => void
}

function PromptEditor({ row, side, leave }: PromptEditorProps) {
  const { message } = row
  const [text, setText] = useState(message.text)

  async function save(): Promise<void> {
    if (text.trim() === '') return
    const outcome = await side.send({ text, parentId: message.parent_id })
    if (outcome === 'sent') leave()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave()
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void save()
    }
  }

  return (
    <div className={styles.editor}>
      <Textarea
        aria-label="Edit prompt"
        autosize
        minRows={1}
        maxRows={12}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="xs" onClick={leave}>
          Cancel
        </Button>
        <Button
          size="xs"
          variant="filled"
          disabled={side.busy || text.trim() === ''}
          onClick={() => void save()}
        >
          Save and send
        </Button>
      </Group>
    </div>
  )
}
