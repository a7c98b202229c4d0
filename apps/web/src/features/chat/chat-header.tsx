import type { ChatId } from '@gridloom/contract/core/ids'
import type { Model } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconCode,
  IconColumns2,
  IconHistory,
  IconInfoCircle,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { modelsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { ModelIcon } from '../../shared/models/model-icon.tsx'
import { ModelLine } from '../../shared/models/model-line.tsx'
import type { ChatDrawer } from './chat-drawers.tsx'
import styles from './chat-screen.module.css'
import { ChatMenu } from './history/chat-menu.tsx'
import { ModelSelect } from './model-select.tsx'

interface ChatHeaderProps {
  model: Model
  chat: { id: ChatId; title: string } | undefined
  compared: ModelId | undefined
  open: (drawer: ChatDrawer) => void
  begin: () => void
  switchTo: (id: ModelId) => void
  /** Starts comparing with another model; `undefined` stops it. */
  compare: (id: ModelId | undefined) => void
  onRemoved: (id: ChatId) => void
}

/** The model with its price, and the actions of the screen. */
export function ChatHeader(props: ChatHeaderProps) {
  const { model, chat, open, begin, compared, compare } = props
  const { data: models = [] } = useQuery(modelsQuery(useClient()))
  const other = models.find((one) => one.id !== model.id && one.price !== null) ?? model
  return (
    <header className={styles.header}>
      <VisuallyHidden component="h1">{chat?.title ?? `Chat with ${model.name}`}</VisuallyHidden>
      <div className={styles.model}>
        <ModelIcon icon={model.icon} size={34} />
        <div className={styles.modelWords}>
          <ModelSelect label="Model" value={model.id} choose={props.switchTo} />
          <ModelLine model={model} />
        </div>
      </div>
      <div className={styles.tools}>
        <Button
          size="xs"
          className={styles.begin ?? ''}
          leftSection={<IconPlus size={15} />}
          onClick={begin}
        >
          New chat
        </Button>
        <span className={styles.onlyNarrow}>
          <Tool label="Chats" icon={<IconHistory size={17} />} press={() => open('history')} />
        </span>
        <Tool
          label="Parameters"
          icon={<IconAdjustmentsHorizontal size={17} />}
          press={() => open('parameters')}
        />
        <Tool
          label={compared === undefined ? 'Compare with another model' : 'Stop comparing'}
          icon={<IconColumns2 size={17} />}
          pressed={compared !== undefined}
          press={() => compare(compared === undefined ? other.id : undefined)}
        />
        <Tool label="API / CLI" icon={<IconCode size={17} />} press={() => open('code')} />
        <Tool label="Details" icon={<IconInfoCircle size={17} />} press={() => open('details')} />
        <span className={styles.menu}>
          {chat && <ChatMenu id={chat.id} title={chat.title} onRemoved={props.onRemoved} />}
        </span>
      </div>
    </header>
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
