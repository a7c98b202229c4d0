import type { Model } from '@gridloom/contract/models/model'
import type { ReactNode } from 'react'
import { ModelDrawer } from '../../shared/models/model-drawer.tsx'
import { Drawer } from '../../ui/components/dialog.tsx'
import styles from './chat-screen.module.css'
import { RequestDrawer } from './request-drawer.tsx'
import { ParametersDrawer } from './settings/parameters-drawer.tsx'
import type { SavedParameters } from './use-parameters.ts'
import type { ChatSide } from './use-side.ts'

export type ChatDrawer = 'history' | 'parameters' | 'code' | 'details'

interface ChatDrawersProps {
  opened: ChatDrawer | undefined
  close: () => void
  model: Model
  side: ChatSide
  saved: SavedParameters
  /** The list of chats, for screens too narrow to show it beside the chat. */
  history: ReactNode
}

/** The drawers over a chat, of which at most one is open. */
export function ChatDrawers({ opened, close, model, side, saved, history }: ChatDrawersProps) {
  return (
    <>
      <Drawer
        opened={opened === 'history'}
        onClose={close}
        position="left"
        size={320}
        title="Chats"
        classNames={{ body: styles.drawer ?? '' }}
      >
        {history}
      </Drawer>
      <ModelDrawer model={opened === 'details' ? model : undefined} onClose={close} />
      {opened === 'parameters' && <ParametersDrawer {...saved} onClose={close} />}
      <RequestDrawer
        opened={opened === 'code'}
        onClose={close}
        side={side}
        parameters={saved.parameters}
      />
    </>
  )
}
