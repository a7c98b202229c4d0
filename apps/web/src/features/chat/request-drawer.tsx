import type { ChatParameters } from '@gridloom/contract/chat/chat'
import { type PromptMessage, requestLines } from '../../shared/models/request-code.ts'
import { RequestPanel } from '../../shared/models/request-panel.tsx'
import { Drawer } from '../../ui/components/dialog.tsx'
import type { ThreadRow } from './thread/shown-rows.ts'
import type { ChatSide } from './use-side.ts'

interface RequestDrawerProps {
  opened: boolean
  onClose: () => void
  side: ChatSide
  parameters: ChatParameters
}

/** Shows the chat's last prompt as API calls. */
export function RequestDrawer({ opened, onClose, side, parameters }: RequestDrawerProps) {
  const { modelId, rows } = side
  const lines = () =>
    requestLines({ modelId, parameters, said: saidIn(rows), origin: location.origin })
  return (
    <Drawer opened={opened} onClose={onClose} title="API / CLI" size="lg">
      {opened && (
        <RequestPanel lines={lines()}>
          API requests use the same machines at the same price.
        </RequestPanel>
      )}
    </Drawer>
  )
}

/** Returns the messages of the shown branch up to and including the last prompt. */
function saidIn(rows: readonly ThreadRow[]): PromptMessage[] {
  const last = rows.findLastIndex(({ message }) => message.role === 'user')
  return rows
    .slice(0, last + 1)
    .filter(({ message }) => message.text !== '')
    .map(({ message: { role, text } }) => ({ role, content: text }))
}
