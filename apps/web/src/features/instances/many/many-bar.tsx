import { limits } from '@gridloom/contract/core/constants'
import type { InstanceAction } from '@gridloom/contract/instances/actions'
import { Button, Checkbox } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import styles from './many.module.css'
import { planAction } from './plan-action.ts'
import type { Selection } from './use-selection.ts'

const actions = [
  { action: 'start', word: 'Start', icon: IconPlayerPlay },
  { action: 'stop', word: 'Stop', icon: IconPlayerStop },
  { action: 'restart', word: 'Restart', icon: IconRefresh },
  { action: 'destroy', word: 'Destroy', icon: IconTrash },
] as const

interface ManyBarProps {
  /** Instances of the list that can be selected. */
  total: number
  selection: Selection
}

/** Selects all instances, and acts on the selected ones. */
export function ManyBar({ total, selection }: ManyBarProps) {
  const [action, setAction] = useState<InstanceAction | null>(null)
  const { selected } = selection
  const count = selected.length
  return (
    <div className={styles.bar}>
      <Checkbox
        size="xs"
        label={count === 0 ? 'Select all' : `${count} selected`}
        checked={count > 0 && count === total}
        indeterminate={count > 0 && count < total}
        onChange={selection.toggleAll}
      />
      {count > 0 && (
        <fieldset className={styles.buttons} aria-label="Actions on the selected instances">
          {actions.map(({ action: one, word, icon: Icon }) => (
            <Button
              key={one}
              size="compact-sm"
              {...(one === 'destroy' ? { color: 'red' } : {})}
              leftSection={<Icon size={14} />}
              disabled={count > limits.instancesAtOnce || isPointless(one, selection)}
              onClick={() => setAction(one)}
            >
              {word}
            </Button>
          ))}
        </fieldset>
      )}
      {count > limits.instancesAtOnce && (
        <span className={styles.hint}>At most {limits.instancesAtOnce} at once</span>
      )}
      <ActionDialog
        action={action}
        selected={selected}
        onClose={() => setAction(null)}
        onDone={() => {
          setAction(null)
          selection.clear()
        }}
      />
    </div>
  )
}

function isPointless(action: InstanceAction, { selected }: Selection): boolean {
  return planAction(action, selected).affected.length === 0
}
