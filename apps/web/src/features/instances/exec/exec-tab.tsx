import { api } from '@gridloom/contract/api'
import type { Instance } from '@gridloom/contract/instances'
import { Button, TextInput } from '@mantine/core'
import { IconPlayerStop, IconTerminal } from '@tabler/icons-react'
import { useState } from 'react'
import { quoteShell } from '../../../lib/api/code.ts'
import { AsCode } from '../../../lib/parts/as-code.tsx'
import { Section } from '../../../lib/parts/section.tsx'
import { EmptyState } from '../../../lib/parts/states.tsx'
import { possibleActions } from '../instance-actions.ts'
import { shellCommand } from './exec-output.ts'
import styles from './exec-tab.module.css'
import { RunItem } from './run-item.tsx'
import { useExec } from './use-exec.ts'

/** Runs one command and shows what it wrote and its exit code; the last ones stay below. */
export function ExecTab({ instance }: { instance: Instance }) {
  const [line, setLine] = useState('')
  const { runs, busy, run, giveUp, clear } = useExec(instance.id)
  const canRun = possibleActions(instance).reach
  const words = line.trim()
  return (
    <Section
      title="Run a command"
      note="sh reads it; ten minutes at most"
      inset="flush"
      actions={
        <>
          {runs.length > 0 && !busy && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
              Clear
            </Button>
          )}
          <ExecCode instance={instance} line={words || 'uname -a'} />
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (words === '' || busy || !canRun) return
          setLine('')
          void run(words)
        }}
      >
        <TextInput
          className={styles.prompt ?? ''}
          aria-label="Command"
          placeholder={canRun ? 'nvidia-smi || free -h' : 'It can run commands once it runs'}
          autoComplete="off"
          spellCheck={false}
          disabled={!canRun}
          value={line}
          onChange={(event) => setLine(event.currentTarget.value)}
        />
        {busy ? (
          <Button leftSection={<IconPlayerStop size={15} />} onClick={giveUp}>
            Give up
          </Button>
        ) : (
          <Button type="submit" variant="filled" disabled={!canRun || words === ''}>
            Run
          </Button>
        )}
      </form>
      {runs.length === 0 ? (
        <EmptyState icon={<IconTerminal size={20} stroke={1.6} />} title="Nothing run here yet">
          For one command and its exit code. For more than one, the terminal is the better place.
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

function ExecCode({ instance, line }: { instance: Instance; line: string }) {
  return (
    <AsCode
      actions={[
        {
          name: 'Run a command',
          endpoint: api.instances.exec,
          input: { params: { id: instance.id }, body: { command: shellCommand(line) } },
          cli: `gridloom exec ${instance.id} -- sh -c ${quoteShell(line)}`,
        },
      ]}
    />
  )
}
