import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { useComputedColorScheme } from '@mantine/core'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { systemClock } from '@gridloom/async/clock'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { terminalMemory } from './terminal-memory.ts'
import { openTerminal, type TerminalSession, type TerminalState } from './terminal-session.ts'
import { terminalTheme } from './terminal-theme.ts'

const encoder = new TextEncoder()

/** Renders a terminal of the instance into `box` and keeps it open until the screen is left. */
export function useTerminal(id: InstanceId, box: RefObject<HTMLElement | null>) {
  const client = useClient()
  const scheme = useComputedColorScheme('light')
  const [state, setState] = useState<TerminalState>({ kind: 'opening' })
  const drawn = useRef<Terminal>(undefined)
  const session = useRef<TerminalSession>(undefined)

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const started = startTerminal({ client, id, element, onState: setState })
    drawn.current = started.terminal
    session.current = started.session
    return started.stop
  }, [client, id, box])

  useEffect(() => {
    if (drawn.current) drawn.current.options.theme = terminalTheme(scheme)
  }, [scheme])

  return { state, restart: () => session.current?.restart() }
}

interface TerminalInput {
  readonly client: Client
  readonly id: InstanceId
  readonly element: HTMLElement
  readonly onState: (state: TerminalState) => void
}

/** Renders a terminal and connects it to a session; `stop` ends both. */
function startTerminal({ client, id, element, onState }: TerminalInput) {
  const { terminal, fit } = drawTerminal(element)
  const session = openTerminal({
    screen: {
      size: () => ({ columns: Math.max(1, terminal.cols), rows: Math.max(1, terminal.rows) }),
      wipe: () => terminal.reset(),
      write: (bytes) => terminal.write(bytes),
    },
    memory: terminalMemory(sessionStorage, id),
    open: (hello, signal) => client.instances.terminal({ params: { id }, hello, signal }),
    renewToken: () => client.accounts.details(),
    after: systemClock.after,
    onState,
  })
  terminal.onData((text) => session.type(encoder.encode(text)))
  terminal.onResize(() => session.resize())
  const watch = new ResizeObserver(() => fit.fit())
  watch.observe(element)
  terminal.focus()
  function stop(): void {
    watch.disconnect()
    session.close()
    terminal.dispose()
  }
  return { terminal, session, stop }
}

/** Creates a terminal as large as its element, in the page's monospace font. */
function drawTerminal(element: HTMLElement) {
  const terminal = new Terminal({
    fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
    fontSize: 13,
    lineHeight: 1.25,
    cursorBlink: true,
    scrollback: 10_000,
    allowProposedApi: false,
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.open(element)
  fit.fit()
  return { terminal, fit }
}
