import { ChatId } from '@gridloom/contract/ids'
import type { Model, ModelId } from '@gridloom/contract/models'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { modelQuery } from '../../lib/api/queries.ts'
import { ModelDrawer } from '../../lib/models/model-drawer.tsx'
import { Drawer } from '../../lib/parts/dialog.tsx'
import { useDocumentTitle } from '../../lib/parts/page.tsx'
import { SkeletonRows } from '../../lib/parts/skeletons.tsx'
import { useClient } from '../../lib/runtime.tsx'
import { type ChatDrawer, ChatHeader } from './chat-header.tsx'
import styles from './chat-screen.module.css'
import { type Beside, ChatThreads } from './chat-threads.tsx'
import { HistoryPanel } from './history/history-panel.tsx'
import { NoModel } from './no-model.tsx'
import { RequestDrawer } from './request-drawer.tsx'
import { ParametersDrawer } from './settings/parameters-drawer.tsx'
import { useParameters } from './use-parameters.ts'
import { useSide } from './use-side.ts'

interface ChatScreenProps {
  modelId: ModelId
  /** As it stands in the address: `?chat=`. */
  chatId: string | undefined
}

/** `/model-hub/{id}`: chats with a model, as they are made, and everything to be done with them. */
export function ChatScreen({ modelId, chatId }: ChatScreenProps) {
  const model = useQuery(modelQuery(useClient(), modelId))
  const name = model.data?.name ?? modelId.split('/').at(-1) ?? modelId
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

/** What is no id of a chat begins a new one. */
function readChatId(text: string | undefined): ChatId | undefined {
  const parsed = ChatId.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

function KnownModel({ model, chatId }: { model: Model; chatId: ChatId | undefined }) {
  const [drawer, setDrawer] = useState<ChatDrawer>()
  const [beside, setBeside] = useState<Beside>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { goTo, begin } = useAddress(model.id)
  const { parameters, ...saving } = useParameters(chatId)
  const main = useSide({ modelId: model.id, chatId, parameters, onBegun: goTo })
  const close = () => setDrawer(undefined)
  const chat = main.loaded.data?.chat

  function onRemoved(id: ChatId): void {
    if (id === chatId) begin(model.id)
  }
  function leave(): void {
    close()
    setBeside(undefined)
  }
  const history = { modelId: model.id, chatId, leave, onRemoved }

  return (
    <div className={styles.screen}>
      <div className={styles.history}>
        <HistoryPanel {...history} />
      </div>
      <div className={styles.main}>
        <ChatHeader
          model={model}
          chat={chat && { id: chat.id, title: chat.title }}
          compared={beside?.modelId}
          open={setDrawer}
          begin={() => {
            setBeside(undefined)
            begin(model.id)
            field.current?.focus()
          }}
          switchTo={(id) => begin(id, chatId)}
          compare={(id) => setBeside(id && { modelId: id })}
          onRemoved={onRemoved}
        />
        <ChatThreads
          main={main}
          model={model}
          parameters={parameters}
          beside={beside}
          setBeside={setBeside}
          field={field}
        />
      </div>
      <Drawer
        opened={drawer === 'history'}
        onClose={close}
        position="left"
        size={320}
        title="Chats"
        classNames={{ body: styles.drawer ?? '' }}
      >
        <HistoryPanel {...history} />
      </Drawer>
      <ModelDrawer model={drawer === 'details' ? model : undefined} onClose={close} />
      {drawer === 'parameters' && (
        <ParametersDrawer parameters={parameters} {...saving} onClose={close} />
      )}
      <RequestDrawer
        opened={drawer === 'code'}
        onClose={close}
        side={main}
        parameters={parameters}
      />
    </div>
  )
}

/** Which model and which chat are shown stand in the address. */
function useAddress(modelId: ModelId) {
  const navigate = useNavigate()
  const move = (id: ModelId, chat: ChatId | undefined) =>
    navigate({ to: '/model-hub/$id', params: { id }, search: chat ? { chat } : {} })
  return {
    goTo: (chat: ChatId) => void move(modelId, chat),
    begin: (id: ModelId, chat?: ChatId) => void move(id, chat),
  }
}
