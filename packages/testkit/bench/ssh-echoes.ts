import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** The pause between keystrokes, as of a quick writer. */
const pauseMs = 30

/** Types into a terminal of `ssh WORDS`, and times each character from the keyboard until it is shown. */
export async function timeEchoes(words: readonly string[], keystrokes: number): Promise<number[]> {
  const child = spawn('ssh', ['-tt', ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
  const over = once(child, 'exit')
  let shown = ''
  let look = () => {}
  child.stdout.on('data', (part: Buffer) => {
    shown += part.toString('latin1')
    look()
  })
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (shown.includes(text)) resolve()
      }
      look()
    })
  child.stdin.write('stty -icanon; echo ready; exec cat >/dev/null\n')
  await shows('ready\r\n')
  const tookMs: number[] = []
  for (let at = 0; at < keystrokes; at += 1) {
    await delay(pauseMs)
    const key = String.fromCharCode(97 + (at % 26))
    shown = ''
    const startedMs = performance.now()
    child.stdin.write(key)
    await shows(key)
    tookMs.push(performance.now() - startedMs)
  }
  child.kill()
  await over
  return tookMs
}
