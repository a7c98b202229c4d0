import type { Machine } from '@gridloom/contract/machines/machine'
import type { ServedModel } from '@gridloom/contract/models/serving'
import { Button } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { machineEnginesQuery, machineModelsQuery } from '../api/machine-models.ts'
import styles from './models.module.css'
import { ServeDialog } from './serve-dialog.tsx'
import { ServedModelItem } from './served-model.tsx'

/** The models that a machine serves, with state, price, load and metrics; starts, edits and stops serving. */
export function ModelsPanel({ machine }: { machine: Machine }) {
  const client = useClient()
  const served = useQuery(machineModelsQuery(client, machine.id))
  const llamaMissing = useQuery(machineEnginesQuery(client, machine.id)).data?.llama_missing
  const [opened, setOpened] = useState<'new' | ServedModel>()
  const list = served.data ?? []
  const serve = (
    <Button size="xs" onClick={() => setOpened('new')}>
      Serve a model
    </Button>
  )
  return (
    <Section
      title="Models"
      note={list.length > 0 ? plural(list.length, 'model') : undefined}
      inset="flush"
      actions={list.length > 0 && serve}
    >
      {llamaMissing && (
        <p className={styles.missing} role="note">
          {llamaMissing} You can still serve models with your own engine, such as Ollama or vLLM.
        </p>
      )}
      <Loaded query={served} what="served models">
        {(endpoints) =>
          endpoints.length === 0 ? (
            <NothingServed>{serve}</NothingServed>
          ) : (
            <ul className={styles.list} aria-label="Models">
              {endpoints.map((endpoint) => (
                <ServedModelItem
                  key={endpoint.id}
                  endpoint={endpoint}
                  onChange={() => setOpened(endpoint)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {opened !== undefined && (
        <ServeDialog
          machine={machine}
          served={list}
          llamaMissing={llamaMissing ?? undefined}
          change={opened === 'new' ? undefined : opened}
          close={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}

function NothingServed({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      icon={<IconMessageChatbot size={20} stroke={1.6} />}
      title="No models served"
      action={children}
    >
      Earn per token by answering chats and API requests, with the built-in llama.cpp or your own
      engine.
    </EmptyState>
  )
}
