import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { systemClock } from '@gridloom/async/clock'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { endGroup, hasGroups } from './end-group.ts'
import type { Execute, ExecuteLimits, ProcessResult } from './execute.ts'

/** The script of the shell that stays: runs the words of each line it reads, then prints a line with the exit code. */
export const residentScript = `while IFS= read -r words; do eval "$words" </dev/null 2>/dev/null; printf '\\n::exit %s\\n' "$?"; done`
const endOfOutput = /\n::exit (\d+)\n$/
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/**
 * Returns an `Execute` for short programs that run again and again. A shell that stays starts them, as starting a program
 * stops this process for as long as the kernel takes to copy its page tables: 0.1 ms for each MiB that it uses (measured
 * on Linux 6.18). Programs run one after the other; their error output is dropped. Without a shell, or after a limit,
 * the next call starts another one. It ends with `life`, and when this
 * process is killed.
 */
export function residentExecute(life: AbortSignal): Execute {
  let shell: ChildProcessByStdio<Writable, Readable, null> | undefined
  let last: Promise<unknown> = Promise.resolve()
  life.addEventListener('abort', end, { once: true })

  function end(): void {
    if (shell !== undefined) endGroup(shell)
    shell = undefined
  }

  function begun(): ChildProcessByStdio<Writable, Readable, null> {
    if (shell !== undefined) return shell
    const child = spawn('sh', ['-c', residentScript], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: hasGroups,
    })
    const isGone = () => {
      if (shell === child) shell = undefined
    }
    child.once('error', isGone)
    child.once('close', isGone)
    // @NOTE a shell that is gone is told by `close`
    child.stdin.on('error', isGone)
    shell = child
    return child
  }

  function runOne(argv: readonly string[], limits: ExecuteLimits): Promise<ProcessResult> {
    const { timeoutMs, outputBytesMax = 1024 * 1024, signal } = limits
    if (signal?.aborted || life.aborted) return Promise.resolve(resultOf('', 'killed'))
    const child = begun()
    return new Promise((resolve) => {
      let text = ''
      const finish = (result: ProcessResult) => {
        cancelTimeout()
        signal?.removeEventListener('abort', stop)
        child.stdout.off('data', take)
        child.off('close', gone)
        resolve(result)
      }
      const give = (failure: ProcessResult['failure']) => {
        end()
        finish(resultOf(text, failure))
      }
      const take = (part: Buffer) => {
        text += part.toString('latin1')
        const ended = endOfOutput.exec(text)
        if (ended !== null)
          finish({ ...resultOf(text.slice(0, ended.index)), exitCode: Number(ended[1]) })
        else if (text.length > outputBytesMax) give('output_limit')
      }
      const gone = () => finish(resultOf(text, 'killed'))
      const stop = () => give('killed')
      const cancelTimeout = systemClock.after(timeoutMs, () => give('timed_out'))
      child.stdout.on('data', take)
      child.once('close', gone)
      signal?.addEventListener('abort', stop, { once: true })
      child.stdin.write(`${argv.map(quoteShell).join(' ')}\n`)
    })
  }

  return (argv, limits) => {
    const run = last.then(() => runOne(argv, limits))
    last = run
    return run
  }
}

/** `bytes`: what was written, a character for each byte. */
function resultOf(bytes: string, failure?: ProcessResult['failure']): ProcessResult {
  const stdout = Buffer.from(bytes, 'latin1').toString()
  return { exitCode: null, stdout, stderr: '', failure }
}
