import type { AppSummary } from '@gridloom/contract/apps/app'
import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { AppPicture } from '../../../shared/apps/app-picture.tsx'
import { categoryNames, imageSourceText } from '../../../shared/apps/app-words.ts'
import { Cell, RowHead, Table } from '../../../ui/components/table.tsx'
import { useChangeApps } from '../api/operator-apps.ts'
import styles from './operator-apps.module.css'

const columns = [
  { text: 'App' },
  { text: 'Category' },
  { text: 'Image' },
  { text: 'Shown' },
  { text: 'Order' },
  { text: 'Actions', head: 'hidden' as const },
]

interface OperatorAppsTableProps {
  apps: readonly AppSummary[]
  onEdit: (app: AppSummary) => void
  onRemove: (app: AppSummary) => void
}

/** All apps in their order, with what the operator does to each. */
export function OperatorAppsTable({ apps, onEdit, onRemove }: OperatorAppsTableProps) {
  const change = useChangeApps('toast')
  const busy = change.isPending
  function move(from: number, to: number): void {
    const slugs = apps.map(({ slug }) => slug)
    const [moved] = slugs.splice(from, 1)
    if (moved === undefined) return
    slugs.splice(to, 0, moved)
    change.mutate({ kind: 'reorder', slugs })
  }
  return (
    <Table label="Apps" columns={columns}>
      {apps.map((app, at) => (
        <tr key={app.slug}>
          <RowHead>
            <span className={styles.named}>
              <AppPicture app={app} size="small" />
              <span>
                {app.name}
                <span className={styles.sub}>
                  {app.slug} · {app.source === 'predefined' ? 'predefined' : `v${app.version}`}
                </span>
              </span>
            </span>
          </RowHead>
          <Cell label="Category">{categoryNames[app.category]}</Cell>
          <Cell label="Image">{imageSourceText(app)}</Cell>
          <Cell label="Shown">
            <Switch
              aria-label={`Show ${app.name}`}
              checked={!app.hidden}
              disabled={busy}
              onChange={(event) =>
                change.mutate({
                  ...{ kind: 'change', slug: app.slug },
                  body: { hidden: !event.currentTarget.checked },
                })
              }
            />
          </Cell>
          <Cell label="Order">
            <span className={styles.buttons}>
              <ActionIcon
                aria-label={`Move ${app.name} up`}
                disabled={busy || at === 0}
                onClick={() => move(at, at - 1)}
              >
                <IconArrowUp size={15} />
              </ActionIcon>
              <ActionIcon
                aria-label={`Move ${app.name} down`}
                disabled={busy || at === apps.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <IconArrowDown size={15} />
              </ActionIcon>
            </span>
          </Cell>
          <Cell holds="buttons">
            {app.source === 'operator' && (
              <span className={styles.buttons}>
                <Button size="xs" aria-label={`Edit ${app.name}`} onClick={() => onEdit(app)}>
                  Edit
                </Button>
                <Button size="xs" aria-label={`Delete ${app.name}`} onClick={() => onRemove(app)}>
                  Delete
                </Button>
              </span>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
