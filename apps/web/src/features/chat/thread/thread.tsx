import { Button, Skeleton } from '@mantine/core'
import { IconArrowDown, IconMessage2 } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect } from 'react'
import { ScrollRegion } from '../../../lib/parts/scroll-region.tsx'
import { EmptyState, ErrorState } from '../../../lib/parts/states.tsx'
import type { Side } from '../use-side.ts'
import { Announcer } from './announcer.tsx'
import { AnswerRow } from './answer-row.tsx'
import { PromptRow } from './prompt-row.tsx'
import type { ThreadRow } from './shown-rows.ts'
import { Suggestions } from './suggestions.tsx'
import styles from './thread.module.css'
import { useStickToEnd } from './use-stick-to-end.ts'

interface ThreadProps {
  side: Side
  /** What is asked here: the model's name. */
  name: string
  /** Asks what is suggested in a chat that is empty; left out where nothing would answer. */
  suggest?: ((text: string) => void) | undefined
  /** Two threads of one model are told apart. */
  place?: string
  /** The prompt that is being edited. */
  editing: string | undefined
  setEditing: (id: string | undefined) => void
}

/** The messages of a chat in a box that stays at its end while the reader is there. */
export function Thread({ place = '', ...props }: ThreadProps) {
  const { side, name } = props
  const { box, content, following, onScroll, onWheel, jumpToLatest } = useStickToEnd()
  const { asking } = side
  useEffect(() => {
    if (asking !== undefined) jumpToLatest()
  }, [asking, jumpToLatest])
  return (
    <div className={styles.frame}>
      <ScrollRegion
        ref={box}
        className={styles.box}
        aria-label={`Chat with ${name}${place}`}
        onScroll={onScroll}
        onWheel={onWheel}
      >
        <div ref={content} className={styles.column}>
          <Messages {...props} />
        </div>
      </ScrollRegion>
      <Announcer key={side.chatId ?? 'new'} running={side.running} rows={side.rows} />
      {!following && (
        <Button
          className={styles.jump ?? ''}
          size="xs"
          variant="filled"
          leftSection={<IconArrowDown size={14} />}
          onClick={jumpToLatest}
        >
          Jump to latest
        </Button>
      )}
    </div>
  )
}

function Messages(props: ThreadProps): ReactNode {
  const { side, name } = props
  const { loaded, asking, rows } = side
  if (loaded.data === undefined && side.chatId !== undefined) {
    if (loaded.error === null) return <ThreadSkeleton />
    const retry = () => void loaded.refetch()
    return <ErrorState title="This chat could not be loaded" error={loaded.error} retry={retry} />
  }
  if (rows.length === 0 && asking === undefined) {
    return (
      <>
        <EmptyState icon={<IconMessage2 size={20} stroke={1.6} />} title={`Ask ${name}`}>
          The answer comes as it is made. Below it stand its tokens, speed and price, and the
          machine that made it.
        </EmptyState>
        {props.suggest && <Suggestions suggest={props.suggest} />}
      </>
    )
  }
  return (
    <>
      {shownBefore(rows, asking).map((row) => (
        <SteadyRow key={row.message.id} row={row} {...props} />
      ))}
      {asking && <p className={styles.asked}>{asking.text}</p>}
      {asking && <Skeleton height={12} width="40%" radius="sm" aria-hidden />}
    </>
  )
}

type RowProps = ThreadProps & { row: ThreadRow }

/** A chat that is read anew while an answer comes must not have its hundreds of messages drawn again. */
const SteadyRow = memo(Row, (before, after) => {
  const { message } = after.row
  const was = before.side
  const is = after.side
  return (
    before.row.message === message &&
    before.row.siblings.join() === after.row.siblings.join() &&
    (before.editing === message.id) === (after.editing === message.id) &&
    was.busy === is.busy &&
    was.store === is.store &&
    was.running?.id === is.running?.id &&
    was.chatId === is.chatId &&
    was.modelId === is.modelId
  )
})

function Row({ row, side, editing, setEditing }: RowProps) {
  if (row.message.role === 'user') {
    return <PromptRow row={row} side={side} editing={editing} setEditing={setEditing} />
  }
  return <AnswerRow row={row} side={side} />
}

/** A changed prompt stands where the branch forks; what followed the old one is not shown with it. */
function shownBefore(rows: readonly ThreadRow[], asking: Side['asking']): readonly ThreadRow[] {
  if (asking?.parentId === undefined) return rows
  const parent = rows.findIndex(({ message }) => message.id === asking.parentId)
  return rows.slice(0, parent + 1)
}

function ThreadSkeleton() {
  return (
    <div role="status" aria-label="Loading the chat" className={styles.skeleton}>
      <Skeleton height={36} width="55%" ml="auto" radius="lg" />
      <Skeleton height={12} width="90%" radius="sm" />
      <Skeleton height={12} width="80%" radius="sm" />
      <Skeleton height={12} width="60%" radius="sm" />
    </div>
  )
}
