import { ChatId } from '@gridloom/contract/core/ids'
import type { Model } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { modelQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { nameOf } from '../../shared/models/model-words.ts'
import { useDocumentTitle } from '../../ui/components/page.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { type ChatDrawer, ChatDrawers } from './chat-drawers.tsx'
import { ChatHeader } from './chat-header.tsx'
import styles from './chat-screen.module.css'
import { ChatThreads, type ComparedModel } from './chat-threads.tsx'
import { HistoryPanel } from './history/history-panel.tsx'
import { NoModel } from './no-model.tsx'
import { useParameters } from './use-parameters.ts'
import { useSide } from './use-side.ts'

interface ChatScreenProps {
  modelId: ModelId
  /** The id in the URL: `?chat=`. */
  chatId: string | undefined
}

/** `/model-hub/{id}`: chats with one model. */
export function ChatScreen({ modelId, chatId }: ChatScreenProps) {
  const model = useQuery(modelQuery(useClient(), modelId))
  const name = model.data?.name ?? nameOf(modelId)
  useDocumentTitle(`Chat with ${name}`)
  if (model.data) return <KnownModel model={model.data} chatId={readChatId(chatId)} />
  return (
    <div className={styles.whole}>
      {model.error === null ? (
        <SkeletonRows rows={5} label="Loading the model" />
      ) : (
        <NoModel id={modelId} error={model.error} retry={() => void model.refetch()} />
      )}
    </div>
  )
}

/** Parses the chat's id; an invalid one starts a new chat. */
function readChatId(text: string | undefined): ChatId | undefined {
  const parsed = ChatId.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

function KnownModel({ model, chatId }: { model: Model; chatId: ChatId | undefined }) {
  const [drawer, setDrawer] = useState<ChatDrawer>()
  const [beside, setBeside] = useState<ComparedModel>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { goTo, begin } = useAddress(model.id)
  const saved = useParameters(chatId)
  const { parameters } = saved
  const main = useSide({ modelId: model.id, chatId, parameters, onBegun: goTo })

  function onRemoved(id: ChatId): void {
    if (id === chatId) begin(model.id)
  }
  function leave(): void {
    setDrawer(undefined)
    setBeside(undefined)
  }
  function beginAnew(): void {
    setBeside(undefined)
    begin(model.id)
    field.current?.focus()
  }
  const history = <HistoryPanel {...{ modelId: model.id, chatId, leave, onRemoved }} />

  return (
    <div className={styles.screen}>
      <div className={styles.history}>{history}</div>
      <div className={styles.main}>
        <ChatHeader
          model={model}
          chat={main.loaded.data?.chat}
          compared={beside?.modelId}
          open={setDrawer}
          begin={beginAnew}
          switchTo={(id) => begin(id, chatId)}
          compare={(id) => setBeside(id && { modelId: id })}
          onRemoved={onRemoved}
        />
        <ChatThreads {...{ main, model, parameters, beside, setBeside, field }} />
      </div>
      <ChatDrawers
        opened={drawer}
        close={() => setDrawer(undefined)}
        model={model}
        side={main}
        saved={saved}
        history={history}
      />
    </div>
  )
}

/** Navigates between models and chats, which the URL names. */
function useAddress(modelId: ModelId) {
  const navigate = useNavigate()
  const move = (id: ModelId, chat: ChatId | undefined) =>
    navigate({ to: '/model-hub/$id', params: { id }, search: chat ? { chat } : {} })
  return {
    goTo: (chat: ChatId) => void move(modelId, chat),
    begin: (id: ModelId, chat?: ChatId) => void move(id, chat),
  }
}
