import type { Machine } from '@gridloom/contract/machines'
import type { ModelEndpoint } from '@gridloom/contract/models'
import { Button } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { plural } from '../../../lib/format/numbers.ts'
import { Loaded } from '../../../lib/parts/loaded.tsx'
import { Section } from '../../../lib/parts/section.tsx'
import { EmptyState } from '../../../lib/parts/states.tsx'
import { useClient } from '../../../lib/runtime.tsx'
import { machineModelsQuery } from '../api/machine-models.ts'
import styles from './models.module.css'
import { ServeDialog } from './serve-dialog.tsx'
import { ServedModel } from './served-model.tsx'

/** Models that a machine serves: state, price, load and what was measured; serve another, change, stop. */
export function ModelsPanel({ machine }: { machine: Machine }) {
  const served = useQuery(machineModelsQuery(useClient(), machine.id))
  const [opened, setOpened] = useState<'new' | ModelEndpoint>()
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
      <Loaded query={served} what="what it serves">
        {(endpoints) =>
          endpoints.length === 0 ? (
            <NothingServed>{serve}</NothingServed>
          ) : (
            <ul className={styles.list} aria-label="Models">
              {endpoints.map((endpoint) => (
                <ServedModel
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
      title="It serves no model"
      action={children}
    >
      A machine earns by the token when it answers in chats and to programs: with llama.cpp in its
      agent, or with an engine that already runs on it.
    </EmptyState>
  )
}
