import type { AppSummary } from '@gridloom/contract/apps/app'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { operatorAppsQuery, useChangeApps } from '../api/operator-apps.ts'
import { operatorAppsCode } from '../app-code.ts'
import { EditAppDialog } from './edit-app-dialog.tsx'
import { OperatorAppsTable } from './operator-apps-table.tsx'

/** `/operator/apps`: the apps of this installation: their order, which are hidden, and the operator’s own. */
export function OperatorAppsPage() {
  const apps = useQuery(operatorAppsQuery(useClient()))
  const [editing, setEditing] = useState<AppSummary | 'new'>()
  const [removing, setRemoving] = useState<AppSummary>()
  return (
    <Page
      title="App store"
      lead="The apps that everyone sees, in this order. Instances go on when their app is hidden or deleted."
      actions={
        <>
          <AsCode actions={operatorAppsCode} />
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} />}
            onClick={() => setEditing('new')}
          >
            Add app
          </Button>
        </>
      }
    >
      <Section title="Apps" inset="flush">
        <Loaded query={apps} what="the apps" rows={6}>
          {(list) => <OperatorAppsTable apps={list} onEdit={setEditing} onRemove={setRemoving} />}
        </Loaded>
      </Section>
      {editing !== undefined && (
        <EditAppDialog app={editing} onClose={() => setEditing(undefined)} />
      )}
      {removing !== undefined && (
        <RemoveDialog app={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Page>
  )
}

function RemoveDialog({ app, onClose }: { app: AppSummary; onClose: () => void }) {
  const remove = useChangeApps('shown-in-place')
  return (
    <ConfirmDialog
      opened
      title={`Delete ${app.name}?`}
      confirmWord="Delete app"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() => remove.mutate({ kind: 'remove', slug: app.slug }, { onSuccess: onClose })}
      onClose={onClose}
    >
      It disappears from the app store with its pictures. Its instances go on. This can’t be undone.
    </ConfirmDialog>
  )
}
