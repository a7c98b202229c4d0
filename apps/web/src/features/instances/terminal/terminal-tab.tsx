import type { Instance } from '@gridloom/contract/instances/instance'
import { assertNever } from '@gridloom/domain/assert-never'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsMaximize, IconTerminal2 } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { instanceStatus } from '../../../shared/status/instance-status.ts'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { possibleActions } from '../instance-actions.ts'
import type { TerminalState } from './terminal-session.ts'
import styles from './terminal-tab.module.css'
import { useTerminal } from './use-terminal.ts'

/** A shell inside the instance, which survives a reload or a lost connection. */
export function TerminalTab({ instance }: { instance: Instance }) {
  if (possibleActions(instance).reach) return <OpenTerminal instance={instance} />
  const { word } = instanceStatus(instance)
  return (
    <div className={styles.reach}>
      <EmptyState icon={<IconTerminal2 size={20} stroke={1.6} />} title="Terminal unavailable">
        The instance is {word.toLowerCase()}. The terminal is available when it is running.
      </EmptyState>
    </div>
  )
}

function OpenTerminal({ instance }: { instance: Instance }) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLElement>(null)
  const { state, restart } = useTerminal(instance.id, box)
  const line = `gridloom shell ${instance.id}`
  return (
    <section ref={frame} className={styles.frame} aria-label="Terminal">
      <div className={styles.bar}>
        <span role="status">
          <TerminalBadge state={state} />
        </span>
        {(state.kind === 'exited' || state.kind === 'refused') && (
          <Button size="compact-xs" variant="light" onClick={restart}>
            Open a new shell
          </Button>
        )}
        <span className={`${styles.line} gl-mono`}>
          <span className={styles.command}>{line}</span>
          <CopyButton text={line} label="Copy shell command" />
          <FullScreenButton frame={frame} />
        </span>
      </div>
      <div className={styles.screen}>
        <div ref={box} />
      </div>
    </section>
  )
}

function FullScreenButton({ frame }: { frame: RefObject<HTMLElement | null> }) {
  return (
    <ActionIcon
      size={26}
      aria-label="Full screen"
      title="Full screen. Press Esc to exit."
      // @NOTE if the browser refuses full screen, the terminal stays as it is
      onClick={() => void frame.current?.requestFullscreen?.().catch(() => undefined)}
    >
      <IconArrowsMaximize size={15} />
    </ActionIcon>
  )
}

function TerminalBadge({ state }: { state: TerminalState }) {
  switch (state.kind) {
    case 'opening':
      return <StatusBadge tone="busy" word="Opening a shell" look="plain" />
    case 'open':
      return <StatusBadge tone="good" word={state.resumed ? 'Resumed' : 'Open'} look="plain" />
    case 'waiting':
      return <StatusBadge tone="warn" word="Connection lost, trying again" look="plain" />
    case 'exited':
      return (
        <StatusBadge
          tone="idle"
          word={`The shell ended with exit code ${state.exitCode ?? 'unknown'}`}
          look="plain"
        />
      )
    case 'refused':
      return <StatusBadge tone="bad" word={state.text} look="plain" />
    default:
      return assertNever(state)
  }
}
