import { offerField } from '@gridloom/contract/market/offer-fields'
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Drawer } from '../../../ui/components/dialog.tsx'
import {
  areUsual,
  type ColumnName,
  columnNames,
  moveColumn,
  toggleColumn,
  usualColumns,
} from './column-list.ts'
import styles from './columns-drawer.module.css'

interface ColumnsDrawerProps {
  opened: boolean
  columns: readonly ColumnName[]
  onChange: (columns: readonly ColumnName[]) => void
  onClose: () => void
}

/** Chooses and orders the columns of the market's table. */
export function ColumnsDrawer({ opened, columns, onChange, onClose }: ColumnsDrawerProps) {
  const hidden = columnNames.filter((name) => !columns.includes(name))
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={420}
      title="Columns"
      closeButtonProps={{ 'aria-label': 'Close columns' }}
    >
      <p className={styles.note}>
        Hardware and price are always shown. Your choice is kept in this browser.
      </p>
      <ol className={styles.columns} aria-label="Shown columns">
        {columns.map((name, index) => (
          <li key={name} className={styles.column}>
            <ColumnChoice name={name} {...{ columns, onChange }} />
            <Mover name={name} step={-1} disabled={index === 0} {...{ columns, onChange }} />
            <Mover
              name={name}
              step={1}
              disabled={index === columns.length - 1}
              {...{ columns, onChange }}
            />
          </li>
        ))}
      </ol>
      {hidden.length > 0 && (
        <ul className={styles.columns} aria-label="Hidden columns">
          {hidden.map((name) => (
            <li key={name} className={styles.column}>
              <ColumnChoice name={name} {...{ columns, onChange }} />
            </li>
          ))}
        </ul>
      )}
      <Button mt="md" disabled={areUsual(columns)} onClick={() => onChange(usualColumns)}>
        Reset columns
      </Button>
    </Drawer>
  )
}

interface ColumnProps extends Pick<ColumnsDrawerProps, 'columns' | 'onChange'> {
  name: ColumnName
}

function ColumnChoice({ name, columns, onChange }: ColumnProps) {
  const { title, about } = offerField(name)
  return (
    <Checkbox
      className={styles.choice}
      size="sm"
      label={title}
      description={about}
      checked={columns.includes(name)}
      onChange={() => onChange(toggleColumn(columns, name))}
    />
  )
}

function Mover({
  name,
  step,
  disabled,
  columns,
  onChange,
}: ColumnProps & { step: 1 | -1; disabled: boolean }) {
  const { title } = offerField(name)
  return (
    <ActionIcon
      size={30}
      disabled={disabled}
      aria-label={`Move ${title} ${step === 1 ? 'down' : 'up'}`}
      onClick={() => onChange(moveColumn(columns, name, step))}
    >
      {step === 1 ? <IconArrowDown size={15} /> : <IconArrowUp size={15} />}
    </ActionIcon>
  )
}
