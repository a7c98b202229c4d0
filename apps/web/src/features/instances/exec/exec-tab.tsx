import { endpoints } from 'virtual:api-facts'
import type { Instance } from '@gridloom/contract/instances/instance'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { Button, TextInput } from '@mantine/core'
import { IconPlayerStop, IconTerminal } from '@tabler/icons-react'
import { useState } from 'react'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { possibleActions } from '../instance-actions.ts'
import { shellCommand } from './exec-output.ts'
import styles from './exec-tab.module.css'
import { RunItem } from './run-item.tsx'
import { useExec } from './use-exec.ts'

/** Runs a command and shows its output and exit code; earlier ones are listed below. */
export function ExecTab({ instance }: { instance: Instance }) {
  const [line, setLine] = useState('')
  const { runs, busy, run, cancel, clear } = useExec(instance.id)
  return (
    <Section
      title="Exec"
      note="sh, 10 min timeout"
      inset="flush"
      actions={
        <>
          {runs.length > 0 && !busy && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
              Clear
            </Button>
          )}
          <ExecCode instance={instance} line={line.trim() || 'uname -a'} />
        </>
      }
    >
      <CommandForm
        line={line}
        state={busy ? 'busy' : possibleActions(instance).reach ? 'ready' : 'unreachable'}
        onLine={setLine}
        onRun={(words) => void run(words)}
        onCancel={cancel}
      />
      {runs.length === 0 ? (
        <EmptyState icon={<IconTerminal size={20} stroke={1.6} />} title="No commands run yet">
          Run a single command and see its exit code. For more, use the terminal.
        </EmptyState>
      ) : (
        <ol className={styles.runs}>
          {runs.map((item) => (
            <RunItem key={item.number} run={item} />
          ))}
        </ol>
      )}
    </Section>
  )
}

interface CommandFormProps {
  line: string
  state: 'ready' | 'busy' | 'unreachable'
  onLine: (line: string) => void
  onRun: (words: string) => void
  onCancel: () => void
}

function CommandForm({ line, state, onLine, onRun, onCancel }: CommandFormProps) {
  const words = line.trim()
  const reachable = state !== 'unreachable'
  function submit(): void {
    if (words === '' || state !== 'ready') return
    onLine('')
    onRun(words)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        className={styles.prompt ?? ''}
        aria-label="Command"
        placeholder={reachable ? 'nvidia-smi || free -h' : 'Available when running'}
        autoComplete="off"
        spellCheck={false}
        disabled={!reachable}
        value={line}
        onChange={(event) => onLine(event.currentTarget.value)}
      />
      {state === 'busy' ? (
        <Button leftSection={<IconPlayerStop size={15} />} onClick={onCancel}>
          Cancel
        </Button>
      ) : (
        <Button type="submit" variant="filled" disabled={!reachable || words === ''}>
          Run
        </Button>
      )}
    </form>
  )
}

function ExecCode({ instance, line }: { instance: Instance; line: string }) {
  return (
    <AsCode
      actions={[
        {
          name: 'Run a command',
          endpoint: endpoints.instances.exec,
          input: { params: { id: instance.id }, body: { command: shellCommand(line) } },
          cli: `gridloom exec ${instance.id} -- sh -c ${quoteShell(line)}`,
        },
      ]}
    />
  )
}
