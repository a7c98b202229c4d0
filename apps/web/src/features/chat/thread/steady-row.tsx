import { memo } from 'react'
import type { ChatSide } from '../use-side.ts'
import { AnswerRow } from './answer-row.tsx'
import { PromptRow } from './prompt-row.tsx'
import type { ThreadRow } from './shown-rows.ts'

interface RowProps {
  row: ThreadRow
  side: ChatSide
  editing: boolean
  setEditing: (id: string | undefined) => void
}

/** A message that renders again only when it changes itself, whatever happens to other messages. */
export const SteadyRow = memo(Row, isSameRow)

function Row({ row, side, editing, setEditing }: RowProps) {
  if (row.message.role === 'user') {
    return <PromptRow row={row} side={side} editing={editing} setEditing={setEditing} />
  }
  return <AnswerRow row={row} side={side} />
}

/** Compares only the parts of `side` that a row uses, its chat and model; a row that is edited always renders again. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  return (
    !before.editing &&
    !after.editing &&
    before.row.message === after.row.message &&
    before.row.siblings.join() === after.row.siblings.join() &&
    storeOf(before) === storeOf(after) &&
    before.side.chatId === after.side.chatId &&
    before.side.modelId === after.side.modelId
  )
}

/** Returns the stream of the row's text while its answer is running. */
function storeOf({ row, side }: RowProps): ChatSide['store'] {
  return row.message.id === side.running?.id ? side.store : undefined
}
