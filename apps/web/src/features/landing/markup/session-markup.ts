import { escapeHtml } from './escape-html.ts'
import { recordedOn } from './recorded-on.ts'

/** Commands in a terminal. Times are in milliseconds since the start of each command. */
export interface SessionRecording {
  recorded_at: string
  machine: string
  commands: readonly {
    prompt: string
    command: string
    output: readonly (readonly (number | string)[])[]
    ended_ms: number
  }[]
}

/** The pause in which a reader sees the next command before its output. Not recorded, as nobody typed. */
const betweenMs = 700

/** Returns a terminal in which each line appears at its recorded time. */
export function sessionMarkup({ commands }: SessionRecording): string {
  let startMs = 0
  const lines: string[] = []
  for (const { prompt, command, output, ended_ms } of commands) {
    const words = `<span>${escapeHtml(prompt)}</span> ${escapeHtml(command)}`
    lines.push(line({ atMs: startMs, look: 'command', html: words }))
    for (const [atMs, text] of output) {
      lines.push(
        line({ atMs: startMs + Number(atMs), look: 'output', html: escapeHtml(`${text}`) }),
      )
    }
    startMs += ended_ms + betweenMs
  }
  return `<div class="terminal" data-plays="session" role="group" aria-label="A recorded terminal session">${lines.join('')}</div>`
}

export function sessionCaption(session: SessionRecording): string {
  return `<span>A real session at its original speed, on ${escapeHtml(session.machine)}: nine seconds of use for $0.000105. Recorded ${recordedOn(session)}.</span>`
}

function line({ atMs, look, html }: { atMs: number; look: string; html: string }): string {
  return `<p class="${look}" data-at style="--at:${(atMs / 1_000).toFixed(2)}s">${html}</p>`
}
