import type { ChatId } from '@gridloom/contract/ids'
import type { Model, ModelId } from '@gridloom/contract/models'
import { ActionIcon, Select, Tooltip } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconCode,
  IconColumns2,
  IconHistory,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { modelsQuery } from '../../lib/api/queries.ts'
import { ModelHeader } from '../../lib/models/model-header.tsx'
import { useClient } from '../../lib/runtime.tsx'
import styles from './chat-screen.module.css'
import { ChatMenu } from './history/chat-menu.tsx'

export type ChatDrawer = 'history' | 'parameters' | 'code'

interface ChatHeaderProps {
  model: Model
  chat: { id: ChatId; title: string } | undefined
  compared: ModelId | undefined
  open: (drawer: ChatDrawer) => void
  begin: () => void
  switchTo: (id: ModelId) => void
  /** Puts another model beside this one; `undefined`: no more. */
  compare: (id: ModelId | undefined) => void
  onRemoved: (id: ChatId) => void
}

/** Which model is asked, what it costs, and everything around a chat. */
export function ChatHeader(props: ChatHeaderProps) {
  const { model, chat, open, begin, compared, compare } = props
  return (
    <header className={styles.header}>
      <h1 className={styles.unseen}>{chat?.title ?? `Chat with ${model.name}`}</h1>
      <div className={styles.model}>
        <ModelHeader model={model} />
      </div>
      <div className={styles.tools}>
        <ModelSelect label="Model" value={model.id} choose={props.switchTo} />
        <span className={styles.onlyNarrow}>
          <Tool label="Chats" icon={<IconHistory size={17} />} press={() => open('history')} />
        </span>
        <Tool label="New chat" icon={<IconPlus size={17} />} press={begin} />
        <Tool
          label="Parameters"
          icon={<IconAdjustmentsHorizontal size={17} />}
          press={() => open('parameters')}
        />
        <Tool
          label={compared === undefined ? 'Compare with another model' : 'End the comparison'}
          icon={<IconColumns2 size={17} />}
          pressed={compared !== undefined}
          press={() => compare(compared === undefined ? model.id : undefined)}
        />
        <Tool label="As code" icon={<IconCode size={17} />} press={() => open('code')} />
        {chat && <ChatMenu {...chat} onRemoved={props.onRemoved} />}
      </div>
    </header>
  )
}

interface ModelSelectProps {
  label: string
  value: ModelId
  choose: (id: ModelId) => void
}

/** All models by their ids; those that no machine serves now say so. */
export function ModelSelect({ label, value, choose }: ModelSelectProps) {
  const { data: models = [] } = useQuery(modelsQuery(useClient()))
  const byId = new Map(models.map((model) => [String(model.id), model]))
  const data = models.map(({ id, price }) => ({
    value: String(id),
    label: price === null ? `${id} (not served now)` : String(id),
  }))
  return (
    <Select
      aria-label={label}
      size="xs"
      className={styles.select ?? ''}
      searchable={data.length > 8}
      allowDeselect={false}
      data={byId.has(value) ? data : [{ value: String(value), label: String(value) }, ...data]}
      value={value}
      onChange={(id) => {
        const chosen = id === null ? undefined : byId.get(id)
        if (chosen) choose(chosen.id)
      }}
    />
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  press: () => void
  pressed?: boolean
}

function Tool({ label, icon, press, pressed }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={30}
        aria-label={label}
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? 'accent' : 'gray'}
        onClick={press}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
