import type { PreparedApp, PreparedState } from '@gridloom/contract/apps/prepared-app'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Item, ItemList } from '../../../ui/components/item-list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { MachineSays } from '../../../ui/components/machine-says.tsx'
import { Phase } from '../../../ui/components/phase.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge, type Tone } from '../../../ui/components/status-badge.tsx'
import { preparableAppsQuery, preparedAppsQuery, usePrepareApp } from '../api/prepared-apps.ts'
import styles from './prepared-apps.module.css'

const states: Readonly<Record<PreparedState, { tone: Tone; word: string }>> = {
  waiting: { tone: 'idle', word: 'Waiting' },
  preparing: { tone: 'busy', word: 'Preparing' },
  ready: { tone: 'good', word: 'Ready' },
  failed: { tone: 'bad', word: 'Failed' },
}

/** The apps whose images the machine has before anyone orders them: those start in seconds, and are chosen first. */
export function PreparedApps({ machine }: { machine: Machine }) {
  const prepared = useQuery(preparedAppsQuery(useClient(), machine.id))
  const prepare = usePrepareApp(machine.id)
  return (
    <Section title="Apps held ready" note="start in seconds">
      <Loaded query={prepared} what="the prepared apps" rows={2}>
        {(apps) => (
          <div className={styles.stack}>
            {apps.length > 0 && (
              <ItemList label="Apps held ready">
                {apps.map((app) => (
                  <OneApp
                    key={app.slug}
                    app={app}
                    busy={prepare.isPending}
                    onStop={() => prepare.mutate({ slug: app.slug, wanted: 'not' })}
                  />
                ))}
              </ItemList>
            )}
            <AddApp
              taken={apps}
              busy={prepare.isPending}
              onAdd={(slug) => prepare.mutate({ slug, wanted: 'ready' })}
            />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

interface OneAppProps {
  app: PreparedApp
  busy: boolean
  onStop: () => void
}

function OneApp({ app, busy, onStop }: OneAppProps) {
  return (
    <Item
      title={app.name}
      badge={<StatusBadge {...states[app.state]} look="plain" />}
      actions={
        <Button
          size="xs"
          disabled={busy}
          aria-label={`Stop preparing ${app.name}`}
          onClick={onStop}
        >
          Stop
        </Button>
      }
    >
      {app.state === 'preparing' && app.progress !== null && <Phase progress={app.progress} />}
      {app.problem !== null && <MachineSays text={app.problem} />}
    </Item>
  )
}

interface AddAppProps {
  taken: readonly PreparedApp[]
  busy: boolean
  onAdd: (slug: string) => void
}

function AddApp({ taken, busy, onAdd }: AddAppProps) {
  const apps = useQuery(preparableAppsQuery(useClient())).data ?? []
  const [chosen, setChosen] = useState('')
  const others = apps.filter(({ slug }) => !taken.some((app) => app.slug === slug))
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== '') onAdd(chosen)
        setChosen('')
      }}
    >
      <NativeSelect
        aria-label="App to hold ready"
        className={styles.choice}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <option value="">Choose an app…</option>
        {others.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <Button type="submit" loading={busy} disabled={chosen === ''}>
        Hold ready
      </Button>
    </form>
  )
}
