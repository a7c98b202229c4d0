import type { Model } from '@gridloom/contract/models/model'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { servingOf } from '../../../shared/models/model-words.ts'
import { requestLines } from '../../../shared/models/request-code.ts'
import { RequestPanel } from '../../../shared/models/request-panel.tsx'
import { Drawer } from '../../../ui/components/dialog.tsx'
import styles from './model-list.module.css'

/** Link to a new chat. Disabled while no machine serves the model. */
export function ChatButton({ model }: { model: Model }) {
  const label = `Chat with ${model.name}`
  if (servingOf(model).length === 0) {
    return (
      <Button size="xs" disabled aria-label={`${label}: no machine serves it`}>
        Chat
      </Button>
    )
  }
  return (
    <Button
      size="xs"
      variant="light"
      aria-label={label}
      renderRoot={(props) => <Link {...props} to="/model-hub/$id" params={{ id: model.id }} />}
    >
      Chat
    </Button>
  )
}

interface ModelButtonsProps {
  model: Model
  /** Additional buttons. */
  children: ReactNode
}

/** The actions of a model as a row. */
export function ModelButtons({ model, children }: ModelButtonsProps) {
  return (
    <div className={styles.row}>
      <ChatButton model={model} />
      <CodeButton model={model} />
      {children}
    </div>
  )
}

/** Opens the request as code. */
export function CodeButton({ model }: { model: Model }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Tooltip label="API / CLI">
        <ActionIcon size={28} aria-label={`Code for ${model.name}`} onClick={open}>
          <IconCode size={16} />
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={opened}
        onClose={close}
        title={`Code for ${model.name}`}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close code' }}
      >
        <RequestPanel lines={requestLines({ modelId: model.id, origin: location.origin })}>
          Append to the model’s ID: <code>:floor</code> for the cheapest machine,{' '}
          <code>:nitro</code> for the fastest.
        </RequestPanel>
      </Drawer>
    </>
  )
}
