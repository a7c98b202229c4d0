import type { ChatLabel } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type UIEvent, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { useToday } from '../../../browser/clock.ts'
import { nameOf } from '../../../shared/models/model-words.ts'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { type ChatListFilter, chatListQuery } from '../api/chat-queries.ts'
import { byDay } from './by-day.ts'
import { ChatMenu } from './chat-menu.tsx'
import { excerptOf, type FoundPart, foundParts } from './found-words.ts'
import styles from './history.module.css'

interface HistoryPanelProps {
  modelId: ModelId
  chatId: ChatId | undefined
  /** Called when a chat is opened. */
  leave: () => void
  onRemoved: (id: ChatId) => void
}

type Which = 'model' | 'all'

/** The searchable list of chats, newest first, which loads older ones on request. */
export function HistoryPanel(props: HistoryPanelProps) {
  const [which, setWhich] = useState<Which>('model')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const filter: ChatListFilter = {
    ...(which === 'model' ? { model_id: props.modelId } : {}),
    ...(search === '' ? {} : { search }),
  }
  return (
    <nav className={styles.panel} aria-label="Chats">
      <div className={styles.head}>
        <TextInput
          aria-label="Search chats"
          placeholder="Search chats"
          leftSection={<IconSearch size={15} />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Chats of"
          value={which}
          onChange={setWhich}
          data={[
            { value: 'model', label: 'This model' },
            { value: 'all', label: 'All models' },
          ]}
        />
      </div>
      <ChatList filter={filter} {...props} />
    </nav>
  )
}

function ChatList({ filter, ...props }: HistoryPanelProps & { filter: ChatListFilter }) {
  const list = useInfiniteQuery(chatListQuery(useClient(), filter))
  const today = useToday()
  const chats = list.data?.pages.flatMap(({ chat_labels: labels }) => labels) ?? []

  function readOn({ currentTarget: box }: UIEvent<HTMLElement>): void {
    const left = box.scrollHeight - box.scrollTop - box.clientHeight
    if (left < 200 && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }

  if (list.data === undefined) {
    if (list.error === null) return <SkeletonRows rows={6} label="Loading your chats" />
    const retry = () => void list.refetch()
    return <ErrorState title="Your chats could not be loaded" error={list.error} retry={retry} />
  }
  if (chats.length === 0) return <NoChats search={filter.search} />
  return (
    <div className={styles.list} onScroll={readOn}>
      {byDay(distinct(chats), today).map(({ name, items }) => (
        <section key={name}>
          <p className={styles.day} aria-hidden>
            {name}
          </p>
          <ul aria-label={name}>
            {items.map((label) => (
              <ChatLine key={label.chat_id} label={label} search={filter.search ?? ''} {...props} />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button
            size="xs"
            variant="subtle"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show older chats
          </Button>
        </div>
      )}
    </div>
  )
}

/** Removes duplicates: a chat that changed between two page loads is on both pages. */
function distinct(chats: readonly ChatLabel[]): ChatLabel[] {
  return [...new Map(chats.map((label) => [label.chat_id, label])).values()]
}

function NoChats({ search }: { search: string | undefined }) {
  if (search === undefined) {
    return (
      <EmptyState title="No chats yet">
        Your chats are saved here so you can continue them later.
      </EmptyState>
    )
  }
  return <EmptyState title="No results">No chat matches “{search}”.</EmptyState>
}

interface ChatLineProps extends HistoryPanelProps {
  label: ChatLabel
  search: string
}

function ChatLine({ label, search, ...props }: ChatLineProps) {
  const { chat_id: id, first_prompt: title, model_id: model, found } = label
  return (
    <li className={styles.line} data-current={id === props.chatId}>
      <Link
        to="/model-hub/$id"
        params={{ id: model }}
        search={{ chat: id }}
        className={styles.link}
        onClick={props.leave}
        aria-current={id === props.chatId ? 'page' : undefined}
      >
        <span className={styles.title}>
          <Marked parts={foundParts(title, search)} />
        </span>
        {found && (
          <span className={styles.found}>
            <Marked parts={excerptOf(found, search)} />
          </span>
        )}
        <span className={styles.sub}>
          <TimeAgo at={label.changed_at} />
          {model !== props.modelId && ` · ${nameOf(model)}`}
        </span>
      </Link>
      <ChatMenu id={id} title={title} onRemoved={props.onRemoved} />
    </li>
  )
}

function Marked({ parts }: { parts: readonly FoundPart[] }) {
  return parts.map(({ start, text, found }) =>
    found ? <mark key={start}>{text}</mark> : <Fragment key={start}>{text}</Fragment>,
  )
}
