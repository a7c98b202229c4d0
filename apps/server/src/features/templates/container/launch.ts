import type { TemplateContent, TemplateFields } from '@gridloom/contract/templates/template'
import type { RefusedPart } from '@gridloom/contract/templates/template-source'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { splitShellWords } from '@gridloom/domain/shell/split-words'
import { refusals } from '@gridloom/domain/templates/refusals'

/** How a container starts, in Docker's words. */
export interface Launch {
  /** Replaces the entry point of the image; `null`: the image's own one. */
  readonly entryPoint: readonly string[] | null
  readonly args: readonly string[]
}

type LaunchFields = Pick<
  TemplateFields,
  'launch_mode' | 'on_start_script' | 'docker_entry_point_tags'
>

/** Keeps a container up once its start script has succeeded, as `shell` launch mode does. */
const stayUp = 'while :; do sleep 86400; done'
const scriptStart = '(\n'
const scriptEnd = `\n) || exit\n${stayUp}`
const bashLine = '#!/bin/bash\n'
const shells = ['sh', '/bin/sh', 'bash', '/bin/bash', '/usr/bin/bash']

/**
 * Reads how a container starts. An entry point that is a shell with a script is `shell` launch mode; any other one
 * cannot replace that of the image.
 */
export function launchContent(launch: Launch): {
  content: Partial<TemplateContent>
  refused: RefusedPart[]
} {
  const script = scriptOf(launch)
  if (script !== null)
    return { content: { launch_mode: 'shell', on_start_script: script }, refused: [] }
  const { entryPoint, args } = launch
  return {
    content: {
      launch_mode: 'entrypoint',
      ...(args.length > 0 && { docker_entry_point_tags: [...args] }),
    },
    refused:
      entryPoint === null
        ? []
        : [{ part: `entrypoint ${entryPoint.join(' ')}`, reason: refusals.entryPoint }],
  }
}

/** Writes how a template starts, so that a container engine starts it the same way. */
export function launchOf(fields: LaunchFields): Launch {
  const { launch_mode, on_start_script, docker_entry_point_tags } = fields
  if (launch_mode !== 'entrypoint') return shellLaunch(on_start_script)
  if (docker_entry_point_tags.length > 0) return { entryPoint: null, args: docker_entry_point_tags }
  const { words } = splitShellWords(on_start_script)
  return { entryPoint: null, args: words.map(({ text }) => text) }
}

function scriptOf({ entryPoint, args }: Launch): string | null {
  const [shell = '', flag, text, ...more] = [...(entryPoint ?? []), ...args]
  if (entryPoint === null || !shells.includes(shell)) return null
  if (flag !== '-c' || text === undefined || more.length > 0) return null
  const script = text === stayUp ? '' : unwrapped(text)
  return shell.endsWith('bash') ? `${bashLine}${script}` : script
}

function unwrapped(text: string): string {
  if (!text.startsWith(scriptStart) || !text.endsWith(scriptEnd)) return text
  return text.slice(scriptStart.length, -scriptEnd.length)
}

function shellLaunch(script: string): Launch {
  const text = script.replaceAll('\r\n', '\n')
  if (text.startsWith(bashLine))
    return { entryPoint: ['/bin/bash'], args: ['-c', wrapped(text.slice(bashLine.length))] }
  if (/^#!(?!\/bin\/sh\n)/.test(text))
    return { entryPoint: ['/bin/sh'], args: ['-c', asFile(text)] }
  return { entryPoint: ['/bin/sh'], args: ['-c', text.trim() === '' ? stayUp : wrapped(text)] }
}

/** In a subshell: `exit 0` in the script does not end the container. */
function wrapped(script: string): string {
  return `${scriptStart}${script}${scriptEnd}`
}

/** A script of another interpreter runs from a file. */
function asFile(script: string): string {
  const file = '/tmp/gridloom-start'
  return wrapped(`printf %s ${quoteShell(script)} > ${file}\nchmod 755 ${file}\n${file}`)
}
