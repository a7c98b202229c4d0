import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { AnswerView } from '../answer/answer-store.ts'
import { useAnswerView } from '../answer/use-followed-answer.ts'
import type { ChatSide } from '../use-side.ts'
import { AnswerFigures } from './answer-figures.tsx'
import { BranchSwitcher } from './branch-switcher.tsx'
import { Reasoning } from './reasoning.tsx'
import type { ThreadRow } from './shown-rows.ts'
import styles from './thread.module.css'

/** An answer: streamed while it is generated, then with its statistics and actions. */
export function AnswerRow({ row, side }: { row: ThreadRow; side: ChatSide }) {
  const { message } = row
  const runs = message.id === side.running?.id
  const view = useAnswerView(runs ? side.store : undefined)
  const { text, reasoning } = runs && hasBegun(view) ? view : message
  const isThinking = runs && text === '' && reasoning !== ''
  return (
    <article className={styles.answer} aria-label="Answer" aria-busy={runs}>
      {reasoning !== '' && (
        <Reasoning
          text={reasoning}
          state={isThinking ? 'thinking' : 'thought'}
          tookMs={message.cost?.reasoning_ms ?? null}
        />
      )}
      {text === '' && runs && !isThinking && (
        <Skeleton height={12} width="40%" radius="sm" aria-hidden />
      )}
      <Markdown text={text} state={runs ? 'growing' : 'whole'} />
      {runs ? <Line line={lineOf(view, { text, isThinking })} /> : <Footer row={row} side={side} />}
    </article>
  )
}

function hasBegun({ text, reasoning }: AnswerView): boolean {
  return text !== '' || reasoning !== ''
}

/** The stream's state, with what an open one is busy with. */
function lineOf(
  { line }: AnswerView,
  { text, isThinking }: { text: string; isThinking: boolean },
): AnswerLine {
  if (line !== 'open') return line
  if (isThinking) return 'thinking'
  return text === '' ? 'opening' : 'open'
}

type AnswerLine = AnswerView['line'] | 'thinking'

function Footer({ row, side }: { row: ThreadRow; side: ChatSide }) {
  const { message } = row
  const { parent_id: prompt } = message
  return (
    <footer className={styles.footer}>
      <EndMark row={row} />
      <div className={styles.foot}>
        <div className={styles.verbs}>
          {side.chatId && <BranchSwitcher row={row} show={side.show} what="answer" />}
          {message.text !== '' && <CopyButton text={message.text} label="Copy answer" />}
          {prompt !== null && side.chatId && (
            <Button
              className={styles.again ?? ''}
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconRefresh size={14} />}
              onClick={() => side.again(prompt)}
            >
              Regenerate
            </Button>
          )}
        </div>
        <AnswerFigures message={message} usual={side.modelId} />
      </div>
    </footer>
  )
}

/** The reason why an answer is incomplete. */
function EndMark({ row: { message } }: { row: ThreadRow }) {
  switch (message.state) {
    case 'broken':
      return (
        <p className={styles.mark}>
          <StatusBadge tone="bad" word={message.text === '' ? 'No answer' : 'Interrupted'} />
          {message.problem ?? 'The machine went offline.'}
          {message.text !== '' && ' The partial answer was kept.'}
        </p>
      )
    case 'stopped':
      return (
        <p className={styles.mark}>
          <StatusBadge tone="idle" word="Stopped" />
          You were charged only for the tokens processed.
        </p>
      )
    case 'length':
      return (
        <p className={styles.mark}>
          <StatusBadge tone="warn" word="Length limit reached" />
          {message.problem ??
            'It reached the maximum tokens set in Parameters, or the model’s context is full.'}
        </p>
      )
    default:
      return null
  }
}

/** The state of the stream, including a lost connection, which is re-established automatically. */
function Line({ line }: { line: AnswerLine }) {
  const queryClient = useQueryClient()
  switch (line) {
    case 'opening':
      return <StatusBadge tone="busy" word="Waiting for the first token" look="plain" />
    case 'thinking':
      return <StatusBadge tone="busy" word="Thinking" look="plain" />
    case 'open':
    case 'ended':
      return <StatusBadge tone="busy" word="Writing" look="plain" />
    case 'waiting':
      return <StatusBadge tone="warn" word="Connection lost, reconnecting" look="plain" />
    case 'failed':
      return (
        <p className={styles.mark}>
          <StatusBadge tone="bad" word="Disconnected" />
          <Button
            size="compact-xs"
            onClick={() => void queryClient.invalidateQueries({ queryKey: keys.chats })}
          >
            Reload chat
          </Button>
        </p>
      )
  }
}
