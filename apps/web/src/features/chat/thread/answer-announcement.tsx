import type { ChatMessageView } from '@gridloom/contract/chat/chat'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../../ui/format/numbers.ts'
import type { ThreadRow } from './shown-rows.ts'

interface AnswerAnnouncementProps {
  running: ChatMessageView | undefined
  rows: readonly ThreadRow[]
}

/**
 * Announces to screen readers that an answer has started and how it ended, but neither its text nor the answers that
 * were there before.
 */
export function AnswerAnnouncement({ running, rows }: AnswerAnnouncementProps) {
  const [announced, setAnnounced] = useState(false)
  if (running !== undefined && !announced) setAnnounced(true)
  const last = rows.at(-1)?.message
  return (
    <VisuallyHidden role="status">
      {running ? 'The answer is being written.' : announced && endWords(last)}
    </VisuallyHidden>
  )
}

function endWords(last: ChatMessageView | undefined): string {
  if (last === undefined || last.role === 'user') return ''
  const tokens = last.cost ? `, ${plural(last.cost.output_tokens, 'token')}` : ''
  switch (last.state) {
    case 'done':
      return `The answer is complete${tokens}.`
    case 'length':
      return `The answer reached its maximum length${tokens}. ${last.problem ?? ''}`.trimEnd()
    case 'stopped':
      return `The answer was stopped${tokens}.`
    case 'broken':
      return `The answer was interrupted. ${last.problem ?? ''}`
    default:
      return ''
  }
}
