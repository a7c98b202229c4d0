import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeMode } from '../api/files.ts'
import { modeDigits, modeText } from './file-words.ts'
import styles from './files-tab.module.css'

interface ModeDialogProps {
  instanceId: InstanceId
  path: FilePath
  mode: number
  opened: boolean
  onClose: () => void
}

/** Changes the permissions of a file or a folder. */
export function ModeDialog({ opened, onClose, ...props }: ModeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Permissions" size="sm">
      <ModeForm {...props} onClose={onClose} />
    </Modal>
  )
}

const who = ['Owner', 'Group', 'Others'] as const
const what = ['Read', 'Write', 'Execute'] as const

function ModeForm({ instanceId, path, mode, onClose }: Omit<ModeDialogProps, 'opened'>) {
  const [next, setNext] = useState(mode)
  const change = useChangeMode(instanceId)
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ path, mode: next }, { onSuccess: onClose })
      }}
    >
      <table className={styles.modes}>
        <thead>
          <tr>
            <td />
            {what.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {who.map((whose, row) => (
            <tr key={whose}>
              <th scope="row">{whose}</th>
              {what.map((word, column) => {
                const bit = 1 << (8 - row * 3 - column)
                return (
                  <td key={word}>
                    <Checkbox
                      aria-label={`${whose}: ${word.toLowerCase()}`}
                      checked={(next & bit) !== 0}
                      onChange={() => setNext(next ^ bit)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`${styles.muted} gl-mono`}>
        {modeText(next)} ({modeDigits(next)})
      </p>
      <FormProblem text={change.error ? describeError(change.error).text : undefined} />
      <FormButtons busy={change.isPending} cancel={onClose}>
        Change permissions
      </FormButtons>
    </Form>
  )
}
