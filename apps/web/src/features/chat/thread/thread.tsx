import { Button, Skeleton } from '@mantine/core'
import { IconArrowDown, IconMessage2 } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import type { ChatSide } from '../use-side.ts'
import { AnswerAnnouncement } from './answer-announcement.tsx'
import type { ThreadRow } from './shown-rows.ts'
import { SteadyRow } from './steady-row.tsx'
import { Suggestions } from './suggestions.tsx'
import styles from './thread.module.css'
import { useRowsFromEnd } from './use-rows-from-end.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

interface ThreadProps {
  side: ChatSide
  /** The model's name. */
  name: string
  /** Sends a suggested prompt in an empty chat; absent when no machine serves the model. */
  suggest?: ((text: string) => void) | undefined
  /** Distinguishes the labels of two threads of the same model. */
  place?: string
  /** The id of the prompt that is being edited. */
  editing: string | undefined
  setEditing: (id: string | undefined) => void
}

/** The messages of a chat in a box that scrolls along while the reader is at its end. */
export function Thread({ place = '', ...props }: ThreadProps) {
  const { side, name } = props
  const { asking, rows } = side
  const holds = rows.length === 0 && asking === undefined ? 'nothing' : 'messages'
  const { box, content, following, onScroll, onWheel, jumpToLatest } = useStickToEnd(holds)
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
        <div ref={content} className={styles.column} data-busy={side.busy}>
          <Messages {...props} />
        </div>
      </ScrollRegion>
      <AnswerAnnouncement key={side.chatId ?? 'new'} running={side.running} rows={rows} />
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
          Answers stream in as they are generated. Tokens, speed, price and machine are shown below
          each one.
        </EmptyState>
        {props.suggest && <Suggestions suggest={props.suggest} />}
      </>
    )
  }
  return <Rows key={side.chatId ?? 'new'} {...props} />
}

function Rows({ side, editing, setEditing }: ThreadProps) {
  const { asking } = side
  const rows = useRowsFromEnd(shownBefore(side.rows, asking))
  return (
    <>
      {rows.map((row) => (
        <SteadyRow
          key={row.message.id}
          row={row}
          side={side}
          editing={editing === row.message.id}
          setEditing={setEditing}
        />
      ))}
      {asking && <p className={styles.asked}>{asking.text}</p>}
      {asking && <Skeleton height={12} width="40%" radius="sm" aria-hidden />}
    </>
  )
}

/** Cuts the branch where an edited prompt forks it: the messages after the old prompt are not shown. */
function shownBefore(rows: readonly ThreadRow[], asking: ChatSide['asking']): readonly ThreadRow[] {
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
